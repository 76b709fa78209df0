import { describe, expect, it } from 'vitest'
import { buildConnectionSettings } from './connection-settings.ts'

const serial = 'ABCD-EFGH-JKMN-PQRS'
const controller = { serial, kind: 'CONTROLLER' as const, mqttPassword: 'secret', httpToken: 'token' }

describe('buildConnectionSettings', () => {
  it('names broker, user, topics, addresses and commands to paste', () => {
    const address = {
      mqttHost: 'cloud.test',
      mqttPort: 1883,
      isMqttTls: false,
      webSocketUrl: 'wss://cloud.test/mqtt',
      httpUrl: 'https://cloud.test',
    }
    const settings = buildConnectionSettings(address, controller)
    expect(settings.mqtt).toMatchObject({
      host: 'cloud.test',
      port: 1883,
      tls: false,
      web_socket_url: 'wss://cloud.test/mqtt',
      user: serial,
      password: 'secret',
    })
    expect(settings.mqtt.publish).toContain(`ems/v1/${serial}/data`)
    expect(settings.mqtt.subscribe).toEqual(['cmd', 'ack', 'plan'].map((kind) => `ems/v1/${serial}/${kind}`))
    expect(settings.http.data_url).toBe(`https://cloud.test/link/v1/${serial}/data`)
    expect(settings.examples.mosquitto_pub).toContain(`-u ${serial} -P secret -q 1 -t ems/v1/${serial}/data`)
    expect(settings.examples.curl).toContain('Authorization: Bearer token')
  })

  it('asks mosquitto_pub to check certificates where the broker speaks TLS', () => {
    const address = {
      mqttHost: 'cloud.test',
      mqttPort: 8883,
      isMqttTls: true,
      webSocketUrl: null,
      httpUrl: 'https://cloud.test',
    }
    expect(buildConnectionSettings(address, controller).examples.mosquitto_pub).toContain('--capath')
  })
})
