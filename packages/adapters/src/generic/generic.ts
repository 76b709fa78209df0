import type { Adapter, AdapterAddress } from '../adapter.ts'
import { createNamedSession, readPayload } from '../named-session.ts'

/** Anything that sends numbers or JSON, by MQTT or HTTP: a person says what its values are. */
export const generic: Adapter = {
  kind: 'generic',
  title: 'MQTT / JSON',
  group: 'anything',
  tried: 'client',
  controllerKind: 'GATEWAY',
  describeSetup: (address) => ({
    steps: ['enter_values', 'choose_meaning'],
    fields: [
      { name: 'mqtt_host', value: address.mqttHost },
      { name: 'mqtt_port', value: String(address.mqttPort) },
      { name: 'mqtt_user', value: address.serial },
      { name: 'mqtt_password', value: address.mqttPassword },
      { name: 'mqtt_topic', value: `ems/v1/${address.serial}/ext/generic/…` },
      { name: 'http_address', value: httpAddressOf(address) },
      { name: 'token', value: address.httpToken },
    ],
    snippet: [
      `curl -H 'Authorization: Bearer ${address.httpToken}' -H 'Content-Type: application/json' \\`,
      `  -d '{"grid":{"power":{"value":1.25,"unit":"kW"}}}' ${httpAddressOf(address)}`,
      '',
    ].join('\n'),
    qr: null,
  }),
  mappings: [
    { source: '<any topic>', target: '', change: 'kW, kWh × 1000' },
    { source: '<any topic>:<path in its JSON>', target: '', change: 'kW, kWh × 1000' },
    {
      source: 'W, WH, PhVphA, TotWhImp … of SunSpec',
      target: '',
      change: 'proposed; X_SF is applied',
    },
  ],
  openSession(known) {
    const session = createNamedSession(known, 'generic')
    return {
      tick: session.tick,
      read(message) {
        const { found, time } = readPayload(message.path, message.text)
        if (found.length === 0 && message.text.trim() !== '')
          return {
            refused: { ok: false, reason: 'malformed', detail: 'neither a value nor JSON with values' },
          }
        return session.translate(message, found, {}, time)
      },
      command: session.reject,
    }
  },
}

const httpAddressOf = ({ httpUrl, serial }: AdapterAddress) => `${httpUrl}/link/v1/${serial}/ext/generic/home`
