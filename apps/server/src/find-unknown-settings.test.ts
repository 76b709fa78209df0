import { expect, test } from 'vitest'
import { environment } from './environment.ts'
import { findUnknownSettings } from './find-unknown-settings.ts'

test('what looks like a setting and is none is found: misspelt, or a file for what is no secret', () => {
  const set = {
    AUDIT_RETENTION_DAY: '3660',
    DATABASE_POOLS: '3',
    MQTT_USERNAME_FILE: '/run/secrets/user',
    MQTT_PASSWORD_FILE: '/run/secrets/password',
    SECRET_KEY: '',
    PATH: '/bin',
    LOG_FILE: '/var/log/x',
    MQTT_SERVICE_HOST: '10.0.0.1',
    MQTT_PORT_1883_TCP_ADDR: '10.0.0.1',
  }
  expect(findUnknownSettings(set)).toEqual(['AUDIT_RETENTION_DAY', 'DATABASE_POOLS', 'MQTT_USERNAME_FILE'])
})

test('no setting is among them', () => {
  expect(
    findUnknownSettings(Object.fromEntries(Object.keys(environment.shape).map((name) => [name, '']))),
  ).toEqual([])
})
