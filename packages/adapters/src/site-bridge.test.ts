import { expect, test } from 'vitest'
import { buildSiteBridge } from './site-bridge.ts'

const address = {
  ...{ serial: 'ABCD-EFGH-JKMN-PQRS', mqttHost: 'cloud.example', mqttPort: 1883, mqttPassword: 'secret' },
  ...{ isMqttTls: false, webSocketUrl: null, httpUrl: 'https://cloud.example', httpToken: 'token' },
}
const plain = [
  'connection ohmstead',
  'address cloud.example:1883',
  'remote_username ABCD-EFGH-JKMN-PQRS',
  'remote_password secret',
  'remote_clientid ABCD-EFGH-JKMN-PQRS',
  'topic # out 1 a/ b/',
  'topic c/# in 1',
  'notification_topic ems/v1/ABCD-EFGH-JKMN-PQRS/ext/bridge/state',
  'try_private false',
]

test('a bridge signs in as its controller, passes on what it is told, and reports its own state', () => {
  expect(buildSiteBridge(address, ['# out 1 a/ b/', 'c/# in 1'])).toEqual([...plain, ''])
})

test('it trusts the certificates of its computer where the cloud speaks TLS', () => {
  const lines = buildSiteBridge({ ...address, isMqttTls: true }, ['# out 1 a/ b/', 'c/# in 1'])
  expect(lines).toEqual([...plain, 'bridge_capath /etc/ssl/certs', ''])
})
