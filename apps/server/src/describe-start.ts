import { resolve } from 'node:path'
import { demoPassword, demoUsers } from './features/demo/demo-world.ts'
import { isLoopback } from './platform/is-loopback.ts'
import { operatorCommand } from './platform/operator-command.ts'
import { version } from './platform/version.ts'
import type { Settings } from './settings.ts'
import type { RunningServer } from './start-server.ts'

/** What the terminal shows once the server listens: its address, who may sign in, where the data lies. */
export function describeStart(
  settings: Settings,
  server: Pick<RunningServer, 'httpPort' | 'mqttPort' | 'metricsPort' | 'setupCode'>,
): string {
  const address =
    settings.port === 0 ? settings.publicUrl.replace(/:0$/, `:${server.httpPort}`) : settings.publicUrl
  const broker =
    server.mqttPort === null
      ? 'through the broker of MQTT_URL'
      : `${settings.mqttPublicUrl ? 'here ' : ''}mqtt://${settings.mqttHost}:${server.mqttPort}`
  const lines = [
    `Ohmstead is ready: ${address}`,
    '',
    `  Controllers  ${settings.mqttPublicUrl ? `${settings.mqttPublicUrl} (${broker})` : broker}`,
    `  Version      ${version}`,
    `  Health       ${address}/api/health`,
    `  Metrics      http://${settings.metricsHost}:${server.metricsPort}/metrics`,
    settings.databaseUrl
      ? '  Data         in PostgreSQL'
      : `  Data         ${resolve(settings.dataDir)} (survives the end of the process; for power cuts use PostgreSQL)`,
  ]
  if (isOpenToEavesdroppers(settings))
    lines.push(
      '',
      'Warning: PUBLIC_URL is http, so passwords and sessions cross the network in clear. docs/runbooks/production.md puts TLS in front.',
    )
  if (server.setupCode !== null) {
    lines.push(
      '',
      'Nobody runs this platform yet. To become its first super admin, open',
      `  ${address}/auth/first-admin`,
      `and enter the code  ${server.setupCode}  (it works once, within 7 days; a restart shows another).`,
      `Or without it, on this machine and with the settings of this server:  ${operatorCommand('admin', 'create', 'MAIL')}${settings.databaseUrl ? '' : '  (once this is stopped)'}`,
    )
  }
  if (settings.demo) {
    const roleNames = demoUsers.map(({ email, role }) => `  ${email.padEnd(24)}${role}`)
    lines.push('', `Demo, on this machine only. Password of every login: ${demoPassword}`, ...roleNames)
    lines.push('', 'Its history fills in now, newest day first; the pages show how far it is.')
  }
  lines.push('', 'Ctrl-C stops everything.')
  return lines.join('\n')
}

/** Reachable by others, and without TLS: on any address but loopback, or through a proxy under a public name. */
function isOpenToEavesdroppers({ host, publicUrl }: Settings): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !(isLoopback(host) && isLoopback(hostname))
}
