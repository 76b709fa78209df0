import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { buildHttp } from './build-http.ts'

test('a request whose headers or body never end is given up within minutes', async () => {
  const log = pino({ level: 'silent' })
  const app = await buildHttp({ settings: readSettings({}), clock: Date, log })
  const { requestTimeout, headersTimeout } = app.server
  for (const limit of [requestTimeout, headersTimeout]) {
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThanOrEqual(300_000)
  }
  await app.close()
})
