import type { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, environment } from './environment.ts'
import { isLoopback } from './platform/is-loopback.ts'
import type { TlsListenerOptions } from './platform/mqtt/tls-listener.ts'
import { operatorCommand } from './platform/operator-command.ts'
import { readMqttTlsListener } from './read-mqtt-tls-listener.ts'
import { type OidcProvider, readOidcProviders } from './read-oidc-providers.ts'
import { readSecretFiles, readSettingFile } from './read-setting-files.ts'
import { readSoftwareCertificates } from './read-software-certificates.ts'
import { readTunnelSettings, type TunnelSettings } from './read-tunnel-settings.ts'
import { requireAll } from './require-all.ts'
import { SettingsError } from './settings-error.ts'

// The only reader of the environment; secrets may come from files as well.

export interface Settings {
  host: string
  port: number
  /** Where browsers reach the web application; also decides whether cookies are secure. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  databasePool: number
  /** The size of the disk that PostgreSQL has for this database, in bytes; null if nobody has said it. */
  /** Whether notices may be sent to addresses within private networks, and without TLS. */
  noticesToPrivateNetworks: boolean
  databaseDiskBytes: number | null
  mqttHost: string
  mqttPort: number
  /** The addresses of an external broker or of its nodes; without one the embedded broker runs. */
  mqttUrls: readonly string[]
  /** The address shown to controllers if it differs: a broker behind a proxy that terminates TLS. */
  mqttPublicUrl: string | null
  mqttUsername: string | null
  mqttPassword: string | null
  /** The external broker's CA, and this server's certificate for it, in PEM; null if the system's list suffices. */
  mqttTls: { ca: string | null; cert: string | null; key: string | null } | null
  /** Where the embedded broker itself speaks TLS, and with which files; null without a certificate. */
  mqttTlsListener: TlsListenerOptions | null
  /** Tunnels to the pages of controllers; null where there are none. */
  tunnel: TunnelSettings | null
  /** Where metrics listen; by default on loopback, since nothing asks who reads them. */
  metricsHost: string
  /** The management API of RabbitMQ's nodes, which keep the accounts of controllers; null for Mosquitto. */
  rabbitApi: { urls: string[]; username: string; password: string } | null
  /** 0 takes any free port. */
  metricsPort: number
  /** Whether every request is a line of the log. */
  accessLog: boolean
  demo: boolean
  demoHistoryDays: number
  rawRetentionDays: number
  /** After how many days single readings are thinned to one a minute and packed; 0 is never. */
  rawPackAfterDays: number
  /** How long entries of the audit log are kept. */
  auditRetentionDays: number
  /** How many proxies stand in front, 0 to 3. */
  trustProxy: number
  logLevel: string
  /** Where spans go, and which; null traces nothing. */
  tracing: {
    endpoint: string
    serviceName: string
    sampler: Environment['OTEL_TRACES_SAMPLER']
    ratio: number
  } | null
  /** The national metering portal; null is the real one, or in the demo its own. */
  portalUrl: string | null
  /** The archive of past weather; null is Open-Meteo's, or in the demo a model. */
  weatherUrl: string | null
  /** Of a paid plan there. */
  weatherKey: string | null
  /** Prices of the spot market: Energy-Charts, or in the demo a model; 'off' asks neither. */
  energyChartsUrl: string | null
  /** The second source of them, asked with a token only. */
  entsoeUrl: string
  entsoeToken: string | null
  /** Where DNS records are looked up; null uses the system's servers. */
  dnsServer: string | null
  /** Other addresses of this API that browsers may be redirected to, such as `https://api.example.com`. */
  apiHosts: string[]
  /** Other origins whose pages may use this API with cookies, such as `https://energy.example.com`. */
  webOrigins: string[]
  /** Scripts of analytics and session recording, loaded with consent only. */
  analyticsUrls: string[]
  /** Pictures of maps, with what their licence wants shown; null draws outlines of countries. */
  mapTiles: { url: string; attribution: string } | null
  /** Whose signature an image of controller software must have; without any, none is taken. */
  softwareCertificates: readonly X509Certificate[]
  /** The largest image. */
  softwareMaxBytes: number
  /** Null keeps all mails in the outbox. */
  smtpUrl: string | null
  /** The sender address of mails; null uses one at the host of `publicUrl`. */
  mailFrom: string | null
  dkim: { domain: string; selector: string; privateKey: string } | null
  /** 32 bytes that encrypt secrets in the database; null keeps a key in `dataDir`. */
  secretKey: Uint8Array | null
  /** Other keys that open and do not seal: former or future ones. */
  secretKeyOld: Uint8Array[]
  oidc: OidcProvider[]
}

/** Reads and checks the settings; throws one line that names the wrong variable and what it must be. */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const given = Object.entries(variables).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  )
  const { variables: complete, nameOf } = readSecretFiles(Object.fromEntries(given))
  const parsed = environment.safeParse(complete)
  if (!parsed.success) {
    throw new SettingsError(`Wrong setting. ${describeProblems(parsed.error.issues, nameOf).join('; ')}`)
  }
  const env = parsed.data
  if (env.DEMO) keepDemoHere(env)
  if (!env.PUBLIC_URL && /^(0\.0\.0\.0|\[?::\]?)$/.test(env.HOST))
    throw new SettingsError(
      `Wrong setting. PUBLIC_URL: needed with HOST=${env.HOST}, which is no address that links in mails could lead to`,
    )
  if (env.DATABASE_URL && !env.SECRET_KEY)
    throw new SettingsError(`Wrong setting. SECRET_KEY: ${describeKey(env)}`)
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    noticesToPrivateNetworks: env.NOTICES_TO_PRIVATE_NETWORKS,
    databaseDiskBytes: env.DATABASE_DISK_GB === undefined ? null : env.DATABASE_DISK_GB * 1e9,
    mqttHost: env.MQTT_HOST ?? env.HOST,
    mqttPort: env.MQTT_PORT,
    mqttUrls: env.MQTT_URL,
    mqttPublicUrl: env.MQTT_PUBLIC_URL ?? null,
    mqttUsername: env.MQTT_USERNAME ?? null,
    mqttPassword: env.MQTT_PASSWORD ?? null,
    mqttTls: readMqttTls(env),
    mqttTlsListener: readMqttTlsListener(env),
    tunnel: readTunnelSettings(env),
    metricsHost: env.METRICS_HOST,
    rabbitApi: readRabbitApi(env),
    metricsPort: env.METRICS_PORT,
    accessLog: env.ACCESS_LOG === 'on',
    demo: env.DEMO,
    demoHistoryDays: env.DEMO_HISTORY_DAYS,
    rawRetentionDays: env.RAW_RETENTION_DAYS,
    rawPackAfterDays: env.RAW_PACK_AFTER_DAYS,
    auditRetentionDays: env.AUDIT_RETENTION_DAYS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: env.OTEL_SERVICE_NAME,
          sampler: env.OTEL_TRACES_SAMPLER,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    portalUrl: env.PORTAL_URL ?? null,
    weatherUrl: env.WEATHER_URL ?? null,
    weatherKey: env.WEATHER_KEY ?? null,
    energyChartsUrl: env.ENERGY_CHARTS_URL ?? null,
    entsoeUrl: env.ENTSOE_URL,
    entsoeToken: env.ENTSOE_TOKEN ?? null,
    dnsServer: env.DNS_SERVER ?? null,
    apiHosts: env.API_HOSTS,
    webOrigins: env.WEB_ORIGINS,
    analyticsUrls: env.ANALYTICS_URL,
    mapTiles: env.MAP_TILES_URL
      ? { url: env.MAP_TILES_URL, attribution: env.MAP_TILES_ATTRIBUTION ?? '' }
      : null,
    softwareCertificates: readSoftwareCertificates(env),
    softwareMaxBytes: env.SOFTWARE_IMAGE_MB * 1_000_000,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    dkim: readDkim(env),
    secretKey: env.SECRET_KEY ? Buffer.from(env.SECRET_KEY, 'base64') : null,
    secretKeyOld: env.SECRET_KEY_OLD.map((text) => Buffer.from(text, 'base64')),
    oidc: readOidcProviders(env),
  }
}

/** One line per variable: the last says what is required, the first only that it is wrong. */
function describeProblems(
  issues: readonly { path: PropertyKey[]; message: string }[],
  nameOf: (variable: string) => string,
): string[] {
  const byName = new Map(issues.map(({ path, message }) => [nameOf(String(path[0])), message]))
  return [...byName].map(([name, message]) => `${name}: ${message}`)
}

/** The passwords of the demo are public: no setting may make it reachable from other machines. */
function keepDemoHere(env: Environment): void {
  const why = 'the demo has public passwords and is for this machine only'
  const instead = `\`${operatorCommand('serve')}\` starts the cloud for others`
  const name = (['HOST', 'MQTT_HOST', 'MQTT_TLS_HOST', 'METRICS_HOST', 'TUNNEL_SSH_HOST'] as const).find(
    (one) => env[one] !== undefined && !isLoopback(env[one]),
  )
  if (name !== undefined)
    throw new SettingsError(`Wrong setting. ${name}: ${why} (127.0.0.1, ::1 or localhost); ${instead}`)
  const publicTunnel = env.TUNNEL_URL && !/(^|\.)localhost$/.test(new URL(env.TUNNEL_URL).hostname)
  if (publicTunnel) throw new SettingsError(`Wrong setting. TUNNEL_URL: ${why}; ${instead}`)
  if (env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname))
    throw new SettingsError(`Wrong setting. PUBLIC_URL: ${why}; ${instead}`)
  // Its controllers know no other, and others could be at that one.
  if (env.MQTT_URL.length > 0)
    throw new SettingsError(`Wrong setting. MQTT_URL: the demo has a broker of its own; ${instead}`)
  if (env.TRUST_PROXY > 0) throw new SettingsError(`Wrong setting. TRUST_PROXY: ${why}; ${instead}`)
}

/** Several processes share one key, and it must survive the loss of a machine. */
function describeKey({ DATA_DIR }: Environment): string {
  const kept = join(DATA_DIR, 'secret.key')
  const fresh = `A new one: node -p "crypto.randomBytes(32).toString('base64')"`
  if (!existsSync(kept)) return `needed with DATABASE_URL, the same for every process. ${fresh}`
  return `needed with DATABASE_URL. ${fresh}; the one that this machine has used so far: base64 ${kept}`
}

function readMqttTls(env: Environment): Settings['mqttTls'] {
  requireAll(env, ['MQTT_CERT_FILE', 'MQTT_KEY_FILE'])
  const read = (name: 'MQTT_CA_FILE' | 'MQTT_CERT_FILE' | 'MQTT_KEY_FILE') =>
    env[name] === undefined ? null : readSettingFile(name, env[name])
  const tls = { ca: read('MQTT_CA_FILE'), cert: read('MQTT_CERT_FILE'), key: read('MQTT_KEY_FILE') }
  if (tls.ca === null && tls.cert === null) return null
  if (env.MQTT_URL.length === 0 || !env.MQTT_URL.every((url) => /^(mqtts|wss):/.test(url)))
    throw new SettingsError('Wrong setting. MQTT_URL: certificates need addresses with mqtts:// or wss://')
  return tls
}

/** The cloud's account at the broker, unless another one manages the accounts. */
function readRabbitApi(env: Environment): Settings['rabbitApi'] {
  const { RABBITMQ_API_URL: urls } = env
  if (urls.length === 0) return null
  if (env.MQTT_URL.length === 0)
    throw new SettingsError(
      'Wrong setting. MQTT_URL: needed with RABBITMQ_API_URL, and leads to the same broker',
    )
  requireAll(env, ['RABBITMQ_API_USERNAME', 'RABBITMQ_API_PASSWORD'])
  const username = env.RABBITMQ_API_USERNAME ?? env.MQTT_USERNAME
  const password = env.RABBITMQ_API_PASSWORD ?? env.MQTT_PASSWORD
  if (username === undefined || password === undefined)
    throw new SettingsError(
      'Wrong setting. RABBITMQ_API_USERNAME, RABBITMQ_API_PASSWORD: needed, or MQTT_USERNAME and MQTT_PASSWORD',
    )
  return { urls, username, password }
}

function readDkim(env: Environment): Settings['dkim'] {
  requireAll(env, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'])
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = env
  return domain && selector && privateKey ? { domain, selector, privateKey } : null
}
