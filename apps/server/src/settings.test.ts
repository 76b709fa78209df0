import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

describe('settings', () => {
  test('an empty environment gives the embedded default on loopback', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: null,
      mqttUrl: null,
      mqttPort: 1883,
      demo: false,
      demoHistoryDays: 399,
    })
  })

  test('an empty variable counts as not given', () => {
    expect(readSettings({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: null, port: 8080 })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['MQTT_URL', 'http://localhost'],
    ['DEMO', 'yes please'],
    ['DEMO_HISTORY_DAYS', '400'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'not an address'],
  ])('a wrong %s (%s) is refused in one line that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingsError)
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Wrong setting\\. ${name}: [^\\n]+$`))
  })

  test('the demo with its public passwords refuses any address but loopback', () => {
    expect(() => readSettings({ DEMO: '1', HOST: '0.0.0.0' })).toThrow(/HOST/)
    expect(readSettings({ DEMO: '1', HOST: '::1' }).publicUrl).toBe('http://[::1]:8080')
  })
})
