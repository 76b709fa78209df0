import type { Environment } from './environment.ts'
import { SettingsError } from './settings-error.ts'

export interface TunnelSettings {
  /** Below it each tunnel has its own host name; null in the demo, which finds one on this machine. */
  url: string | null
  /** Where browsers, or the proxy before it, reach the pages of controllers. */
  host: string
  port: number
  /** Where controllers connect by SSH, and under which name. */
  sshHost: string
  sshPort: number
  sshAddress: { host: string; port: number } | null
  /** Where the other processes reach this one's `port`; null finds it. */
  relayUrl: string | null
}

const httpPort = 8081
const sshPort = 2222

/** A platform has tunnels where `TUNNEL_URL` is set, and in the demo. */
export function readTunnelSettings(env: Environment): TunnelSettings | null {
  if (!env.TUNNEL_URL && !env.DEMO) {
    const lone = (
      ['TUNNEL_PORT', 'TUNNEL_SSH_HOST', 'TUNNEL_SSH_PORT', 'TUNNEL_SSH_PUBLIC', 'TUNNEL_RELAY_URL'] as const
    ).find((name) => env[name] !== undefined)
    if (lone) throw new SettingsError(`Wrong setting. TUNNEL_URL: needed with ${lone}`)
    return null
  }
  if (env.TUNNEL_URL && env.PUBLIC_URL) keepApart(env.TUNNEL_URL, env.PUBLIC_URL)
  const [sshHost = '', publicPort = ''] = env.TUNNEL_SSH_PUBLIC?.split(':') ?? []
  const settings = {
    url: env.TUNNEL_URL ?? null,
    host: env.HOST,
    port: env.TUNNEL_PORT ?? (env.DEMO ? 0 : httpPort),
    sshHost: env.TUNNEL_SSH_HOST ?? env.HOST,
    sshPort: env.TUNNEL_SSH_PORT ?? (env.DEMO ? 0 : sshPort),
    sshAddress: env.TUNNEL_SSH_PUBLIC ? { host: sshHost, port: Number(publicPort) } : null,
    relayUrl: env.TUNNEL_RELAY_URL ?? null,
  }
  keepPortsApart(env, settings)
  return settings
}

/** Otherwise it would show only when everything else has started. 0 lets the system choose. */
function keepPortsApart(env: Environment, settings: TunnelSettings): void {
  const taken = [
    { name: 'PORT', host: env.HOST, port: env.PORT },
    { name: 'METRICS_PORT', host: env.METRICS_HOST, port: env.METRICS_PORT },
  ]
  const mqttHost = env.MQTT_HOST ?? env.HOST
  if (env.MQTT_URL.length === 0) taken.push({ name: 'MQTT_PORT', host: mqttHost, port: env.MQTT_PORT })
  if (env.MQTT_TLS_CERT_FILE)
    taken.push({ name: 'MQTT_TLS_PORT', host: env.MQTT_TLS_HOST ?? mqttHost, port: env.MQTT_TLS_PORT })
  const own = [
    { name: 'TUNNEL_PORT', host: settings.host, port: settings.port },
    { name: 'TUNNEL_SSH_PORT', host: settings.sshHost, port: settings.sshPort },
  ]
  for (const one of own) {
    const other = taken.find(({ host, port }) => port === one.port && port !== 0 && isShared(host, one.host))
    if (other)
      throw new SettingsError(
        `Wrong setting. ${one.name}: must not be the port in ${other.name}, ${one.port}`,
      )
    taken.push(one)
  }
}

const isShared = (one: string, other: string) =>
  one === other || [one, other].some((host) => host === '0.0.0.0' || host === '::')

/** A page of a device may set cookies for every name above its own: none of them may be the platform's. */
function keepApart(tunnelUrl: string, publicUrl: string): void {
  const [tunnel, platform] = [new URL(tunnelUrl), new URL(publicUrl)]
  // The same name may end with a dot.
  const nameOf = ({ hostname }: URL) => hostname.replace(/\.$/, '')
  const isWithin = (inner: URL, outer: URL) => `.${nameOf(inner)}`.endsWith(`.${nameOf(outer)}`)
  if (isWithin(tunnel, platform) || isWithin(platform, tunnel))
    throw new SettingsError(
      'Wrong setting. TUNNEL_URL: must be neither above nor below the name in PUBLIC_URL, whose cookies devices could set; best is a domain of its own',
    )
  if (platform.protocol === 'https:' && tunnel.protocol !== 'https:')
    throw new SettingsError('Wrong setting. TUNNEL_URL: must start with https://, as PUBLIC_URL does')
}
