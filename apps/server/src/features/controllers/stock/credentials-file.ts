import type { ConnectionSettings, LinkAddress } from '@ohmstead/domain/fleet/connection-settings'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { NewMqttPassword } from '../../link/mqtt-password.ts'

interface Line {
  kind: ControllerKind
  alias: string | null
  settings: ConnectionSettings
  enrolSecret: string
  plain: NewMqttPassword
}

const columns = [
  ...['serial', 'kind', 'name', 'mqtt_host', 'mqtt_port', 'mqtt_tls', 'mqtt_user', 'mqtt_password'],
  ...['http_url', 'http_token', 'enrolment_url', 'enrolment_secret'],
]

/** What a factory writes into controllers, one a line. */
export function writeCredentials(lines: Line[], { httpUrl }: LinkAddress): string {
  const rows = lines.map(({ kind, alias, settings: { mqtt, http }, enrolSecret }) => [
    ...[mqtt.user, kind, asText(alias ?? ''), mqtt.host, mqtt.port, mqtt.tls, mqtt.user, mqtt.password],
    ...[`${httpUrl}/link/v1/${mqtt.user}`, http.token, `${httpUrl}/link/v1/enroll`, enrolSecret],
  ])
  return [columns, ...rows].map((row) => `${row.map(asCell).join(',')}\r\n`).join('')
}

/** Names are people's: one that begins like a formula must stay a text in a spreadsheet. Secrets stay as they are. */
const asText = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)

function asCell(value: string | number | boolean): string {
  const text = `${value}`
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
