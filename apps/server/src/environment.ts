import { z } from 'zod'
import { parsePostgresAddress } from './platform/db/postgres-address.ts'

// What each environment variable may contain. The README's table lists the same names.

function whole(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(error).int(error).min(least, error).max(most, error)
}
const port = whole(0, 65_535)
const host = z.string().regex(/^[\w.:-]+$/, 'must be an address or a host name')
// The number of proxies in front: each adds one address to `X-Forwarded-For`; earlier ones may be forged.
const proxies = z
  .enum(['0', '1', '2', '3', 'true', 'false'])
  .transform((value) => (value === 'true' ? 1 : Number(value) || 0))
const hostAndPort = z
  .string()
  .regex(/^[a-z0-9.-]+:\d{1,5}$/i, 'must be a host name and a port, such as cloud.example:2222')
  .refine((value) => {
    const port = Number(value.split(':')[1])
    return port >= 1 && port <= 65_535
  }, 'must have a port from 1 to 65535')
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
const address = (...protocols: string[]) =>
  z
    .url()
    .refine(
      (value) => protocols.some((protocol) => value.startsWith(`${protocol}://`)),
      `must start with ${protocols.join(':// or ')}://`,
    )
    .transform((value) => value.replace(/\/+$/, ''))
const database = z.string().check(({ value, issues }) => {
  try {
    parsePostgresAddress(value)
  } catch (error) {
    issues.push({ code: 'custom', input: value, message: (error as Error).message })
  }
})
const http = address('http', 'https')
const httpOrOff = z.union([z.literal('off'), http], 'must start with http:// or https://, or be off')
const dnsServer = z
  .string()
  .regex(/^(\[[0-9a-f:]+\]|[0-9.]+)(:\d+)?$/i, 'must be an IP address, maybe with a port')
// Those of the OpenTelemetry specification.
const samplers = ['always_on', 'always_off', 'traceidratio'] as const
const sampler = z.enum(
  [...samplers, ...samplers.map((name) => `parentbased_${name}` as const)],
  `must be ${samplers.join(', ')}, or one of them after parentbased_`,
)
const share = 'must be a number from 0 to 1'
const ratio = z.coerce.number(share).min(0, share).max(1, share)
const listOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(/[,\n]/)
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))
const origin = http.refine((value) => new URL(value).origin === value, 'must be addresses without a path')
const tunnelOrigin = origin.refine(
  (value) => /[a-z]/i.test(new URL(value).hostname) && !value.includes('['),
  'must be a host name below which each tunnel gets its own',
)
const https = z.url().refine((value) => value.startsWith('https://'), 'must start with https://')
// The pattern of a tile server; {s} is one of a, b and c.
const tiles = z
  .string()
  .refine(
    (value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
    'must contain {z}, {x} and {y}',
  )
  .refine((value) => !/\s/.test(value), 'must not contain spaces')
  .refine(
    (value) => value.startsWith('https://') && URL.canParse(value.replace(/\{\w\}/g, '0')),
    'must start with https://',
  )
const key = z
  .base64()
  .refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 random bytes in base64')
// A single line of an environment file contains a key with \n for its line endings.
const pem = z
  .string()
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine((value) => value.includes('PRIVATE KEY-----'), 'must be a private key in PEM')
const demand = z.enum(['off', 'optional', 'required'], 'must be off, optional or required')

export const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: http.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: database.optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  NOTICES_TO_PRIVATE_NETWORKS: flag.default(false),
  DATABASE_DISK_GB: whole(1, 1_000_000).optional(),
  MQTT_HOST: z.string().min(1).optional(),
  MQTT_PORT: port.default(1883),
  MQTT_URL: listOf(address('mqtt', 'mqtts', 'ws', 'wss')),
  MQTT_PUBLIC_URL: address('mqtt', 'mqtts', 'ws', 'wss').optional(),
  MQTT_USERNAME: z.string().min(1).optional(),
  MQTT_PASSWORD: z.string().min(1).optional(),
  MQTT_CA_FILE: z.string().min(1).optional(),
  MQTT_CERT_FILE: z.string().min(1).optional(),
  MQTT_KEY_FILE: z.string().min(1).optional(),
  MQTT_TLS_HOST: z.string().min(1).optional(),
  MQTT_TLS_PORT: port.default(8883),
  MQTT_TLS_CERT_FILE: z.string().min(1).optional(),
  MQTT_TLS_KEY_FILE: z.string().min(1).optional(),
  MQTT_TLS_CLIENT_CA_FILE: z.string().min(1).optional(),
  MQTT_TLS_CLIENT_CERTIFICATES: demand.optional(),
  RABBITMQ_API_URL: listOf(http),
  RABBITMQ_API_USERNAME: z.string().min(1).optional(),
  RABBITMQ_API_PASSWORD: z.string().min(1).optional(),
  TUNNEL_URL: tunnelOrigin.optional(),
  TUNNEL_PORT: port.optional(),
  TUNNEL_SSH_HOST: host.optional(),
  TUNNEL_SSH_PORT: port.optional(),
  TUNNEL_SSH_PUBLIC: hostAndPort.optional(),
  TUNNEL_RELAY_URL: http.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  METRICS_PORT: port.default(9464),
  ACCESS_LOG: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DEMO: flag.default(false),
  DEMO_HISTORY_DAYS: whole(0, 399).default(399),
  RAW_RETENTION_DAYS: whole(32, 3660).default(400),
  RAW_PACK_AFTER_DAYS: whole(0, 3660).default(14),
  AUDIT_RETENTION_DAYS: whole(90, 3660).default(400),
  TRUST_PROXY: proxies.default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: http.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('ohmstead'),
  OTEL_TRACES_SAMPLER: sampler.default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  PORTAL_URL: http.optional(),
  WEATHER_URL: http.optional(),
  WEATHER_KEY: z.string().min(1).optional(),
  ENERGY_CHARTS_URL: httpOrOff.optional(),
  ENTSOE_URL: http.default('https://web-api.tp.entsoe.eu'),
  ENTSOE_TOKEN: z.string().min(1).optional(),
  DNS_SERVER: dnsServer.optional(),
  API_HOSTS: listOf(origin),
  WEB_ORIGINS: listOf(origin),
  ANALYTICS_URL: listOf(https),
  MAP_TILES_URL: tiles.optional(),
  MAP_TILES_ATTRIBUTION: z.string().min(1).max(200).optional(),
  SOFTWARE_CERTIFICATES_FILE: z.string().min(1).optional(),
  SOFTWARE_IMAGE_MB: whole(1, 2000).default(256),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: z.email().optional(),
  DKIM_DOMAIN: z.string().min(1).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_PRIVATE_KEY: pem.optional(),
  SECRET_KEY: key.optional(),
  SECRET_KEY_OLD: listOf(key),
  OIDC_GOOGLE_ISSUER: http.default('https://accounts.google.com'),
  OIDC_GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  OIDC_GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_APPLE_ISSUER: http.default('https://appleid.apple.com'),
  OIDC_APPLE_CLIENT_ID: z.string().min(1).optional(),
  OIDC_APPLE_TEAM_ID: z.string().min(1).optional(),
  OIDC_APPLE_KEY_ID: z.string().min(1).optional(),
  OIDC_APPLE_PRIVATE_KEY: pem.optional(),
  OIDC_OTHER_NAME: z.string().min(1).max(40).optional(),
  OIDC_OTHER_ISSUER: http.optional(),
  OIDC_OTHER_CLIENT_ID: z.string().min(1).optional(),
  OIDC_OTHER_CLIENT_SECRET: z.string().min(1).optional(),
})

export type Environment = z.output<typeof environment>
