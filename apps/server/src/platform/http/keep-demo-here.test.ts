import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import type { PlatformDeps } from '../platform-deps.ts'
import { buildHttp } from './build-http.ts'

async function build(demo: string): Promise<FastifyInstance> {
  const app = await buildHttp({
    settings: readSettings({ DEMO: demo }),
    log: pino({ level: 'silent' }),
    clock: { now: () => 0 },
  } as PlatformDeps)
  app.get('/', async () => ({ data: 'the demo' }))
  return app
}

async function ask(demo: string, headers: Record<string, string>, remoteAddress?: string) {
  const app = await build(demo)
  const answer = await app.inject({ url: '/', headers, ...(remoteAddress && { remoteAddress }) })
  await app.close()
  return { status: answer.statusCode, code: answer.json().error?.code }
}

describe('the demo', () => {
  test.each([
    ['a proxy that names the caller', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that names it as RFC 7239 says', { forwarded: 'for=203.0.113.9' }],
    ['a proxy that names itself', { via: '1.1 cache' }],
    ['a network in front of it', { 'cf-connecting-ip': '203.0.113.9' }],
    ['a proxy that names its port only', { 'x-forwarded-port': '443' }],
    ['a proxy that keeps what was asked for', { 'x-original-uri': '/' }],
    ['a network that counts its own turns', { 'cdn-loop': 'cdn.example' }],
    ['a proxy that passes the name on', { host: 'cloud.example' }],
    ['a name that only looks like this machine', { host: '127.0.0.1.cloud.example' }],
    ['a page of another site', { host: '127.0.0.1:8080', origin: 'https://cloud.example' }],
  ])('refuses requests that come by %s', async (_by, headers) => {
    expect(await ask('1', headers)).toEqual({ status: 403, code: 'demo_not_public' })
    expect((await ask('0', headers)).status).toBe(200)
  })

  // As nginx does with only `proxy_pass http://127.0.0.1:8080`, up to 1.29.6.
  test.each([
    ['1', 'HTTP/1.1 403'],
    ['0', 'HTTP/1.1 200'],
  ])('refuses HTTP/1.0 requests to its own address (DEMO=%s)', async (demo, status) => {
    const app = await build(demo)
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET / HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
    expect((await text(socket)).split(' ').slice(0, 2).join(' ')).toBe(status)
    await app.close()
  })

  test('refuses what a firewall forwards from another machine', async () => {
    const here = { host: '127.0.0.1:8080' }
    expect((await ask('1', here, '203.0.113.9')).code).toBe('demo_not_public')
    expect((await ask('0', here, '203.0.113.9')).status).toBe(200)
    expect((await ask('1', here, '::ffff:127.0.0.1')).status).toBe(200)
    expect((await ask('1', here, '::1')).status).toBe(200)
  })

  test.each<Record<string, string>>([
    { host: '127.0.0.1:8080' },
    { host: 'localhost:8080', origin: 'http://localhost:8080' },
    { host: '[::1]:8080' },
    { host: 'savinja.localhost:8080' },
    // From a sandboxed page.
    { host: 'localhost:8080', origin: 'null' },
  ])('answers %j on this machine', async (headers) => {
    expect((await ask('1', headers)).status).toBe(200)
  })
})
