import { expect, test } from 'vitest'
import { environment } from './environment.ts'
import { findUnknownSettings } from './find-unknown-settings.ts'

test('finds likely mistakes: misspelt settings, or a file for a setting that is no secret', () => {
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

test.each([
  'PUBLIC_ULR',
  'PUBLIC_URI',
  'PUBLICURL',
  'TRUST_PROXIES',
  'MAIL_FORM',
  'API_HOST',
  'LOG_LEVELS',
  'RAW_RETENTION_DAY',
])('accepts the setting %s, whatever it begins with', (name) =>
  expect(findUnknownSettings({ [name]: '1' })).toEqual([name]),
)

test('ignores variables of other programs', () => {
  const names = [
    'HOSTS',
    'HOSTNAME',
    'PORTS',
    'PUBLIC_DIR',
    'MAIL',
    'LOG_FILE',
    'PATH',
    'NODE_ENV',
    'WEB_PORT',
    'API_URL',
  ]
  expect(findUnknownSettings(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([])
})

test('never reports a real setting', () => {
  expect(
    findUnknownSettings(Object.fromEntries(Object.keys(environment.shape).map((name) => [name, '']))),
  ).toEqual([])
})

test.each([
  ...['AUDIT', 'DATABASE', 'DEMO', 'DKIM', 'METRICS', 'MQTT', 'OIDC', 'PORTAL'],
  ...['RABBITMQ', 'RAW', 'SECRET_KEY', 'SMTP', 'TRUST', 'WEATHER'],
])('treats a name that begins with %s as ours, unless an orchestrator adds it', (family) => {
  const set = Object.fromEntries(
    ['NOTHING', 'SERVICE_HOST', 'SERVICE_PORT', 'PORT_80_TCP'].map((name) => [`${family}_${name}`, '']),
  )
  expect(findUnknownSettings(set)).toEqual([`${family}_NOTHING`])
})
