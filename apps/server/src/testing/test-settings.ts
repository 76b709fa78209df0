import { readSettings, type Settings } from '../settings.ts'

/** The clock of a server unless a test gives another time. */
export const testNow = Date.UTC(2026, 5, 1, 12)

/** The key that servers of one test share. */
export const testKey = Buffer.alloc(32, 7).toString('base64')

/** Settings of a server for a test: any free port, silent, nothing from the environment but the database. */
export function testSettings(more: Partial<Settings> = {}): Settings {
  const settings = readSettings({
    PORT: '0',
    MQTT_PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
    SECRET_KEY: testKey,
    ENERGY_CHARTS_URL: 'off',
  })
  return { ...settings, ...more }
}
