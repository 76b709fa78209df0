import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { buildHttp } from './build-http.ts'

// The last address is the one our own proxy saw; earlier ones may be forged by the caller.
test.each([
  [undefined, '6.6.6.6, 203.0.113.9', '127.0.0.1'],
  ['0', '6.6.6.6, 203.0.113.9', '127.0.0.1'],
  ['1', '203.0.113.9', '203.0.113.9'],
  ['true', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['2', '6.6.6.6, 203.0.113.9, 198.51.100.1', '203.0.113.9'],
])('with TRUST_PROXY=%s a caller that claims %s counts as %s', async (proxies, told, taken) => {
  const settings = readSettings({ TRUST_PROXY: proxies })
  const app = await buildHttp({ settings, clock: Date, log: pino({ level: 'silent' }) })
  app.get('/', (request) => request.ip)
  const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': told } })
  expect(answer.body).toBe(taken)
  await app.close()
})
