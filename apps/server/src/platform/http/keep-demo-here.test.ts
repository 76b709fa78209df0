import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { readSettings } from '../../settings.ts'
import { buildHttp } from './build-http.ts'

async function ask(demo: string, headers: Record<string, string>) {
  const app = await buildHttp({
    settings: readSettings({ DEMO: demo }),
    log: pino({ level: 'silent' }),
    clock: { now: () => 0 },
  } as Deps)
  app.get('/', async () => ({ data: 'the demo' }))
  const answer = await app.inject({ url: '/', headers })
  await app.close()
  return { status: answer.statusCode, code: answer.json().error?.code }
}

describe('the demo', () => {
  test.each([
    ['a proxy that names the caller', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that names it as RFC 7239 says', { forwarded: 'for=203.0.113.9' }],
    ['a proxy that names itself', { via: '1.1 cache' }],
    ['a network in front of it', { 'cf-connecting-ip': '203.0.113.9' }],
    ['a proxy that passes the name on', { host: 'cloud.example' }],
    ['a name that only looks like this machine', { host: '127.0.0.1.cloud.example' }],
    ['a page of another site', { host: '127.0.0.1:8080', origin: 'https://cloud.example' }],
  ])('refuses what comes by %s', async (_by, headers) => {
    expect(await ask('1', headers)).toEqual({ status: 403, code: 'demo_not_public' })
    expect((await ask('0', headers)).status).toBe(200)
  })

  test.each<Record<string, string>>([
    { host: '127.0.0.1:8080' },
    { host: 'localhost:8080', origin: 'http://localhost:8080' },
    { host: '[::1]:8080' },
    { host: 'savinja.localhost:8080' },
    // Of a sandboxed page.
    { host: 'localhost:8080', origin: 'null' },
  ])('answers on this machine by %j', async (headers) => {
    expect((await ask('1', headers)).status).toBe(200)
  })
})
