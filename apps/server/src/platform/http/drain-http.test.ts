import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drainHttp, prepareDraining } from './drain-http.ts'

/** Longer than a test may take. */
const neverMs = 600_000
let app: FastifyInstance
let answerSlowly: (() => void) | null
let connection: Socket

beforeEach(async () => {
  answerSlowly = null
  app = Fastify({ forceCloseConnections: 'idle' })
  prepareDraining(app)
  app.post('/quick', async () => 'quick')
  app.get('/slow', () => new Promise((resolve) => (answerSlowly = () => resolve('slow'))))
  app.get('/begun', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': 5, connection: 'keep-alive' })
    reply.raw.write('be')
    answerSlowly = () => reply.raw.end('gun')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  connection = await open()
})
afterEach(async () => {
  connection.destroy()
  await app.close()
})

const port = () => (app.server.address() as AddressInfo).port

async function open(to = port()): Promise<Socket> {
  const socket = connect(to, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

async function ask(method: string, path: string): Promise<string> {
  connection.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`)
  const [answer] = await once(connection, 'data')
  return String(answer)
}

describe('draining', () => {
  it('behind a proxy answers what comes on an idle connection, and ends it with that', async () => {
    expect(await ask('POST', '/quick')).toMatch(/keep-alive/i)
    const to = port()
    const drained = drainHttp(app, { isBehindProxy: true })
    await expect(open(to)).rejects.toThrow('ECONNREFUSED')
    const answer = await ask('POST', '/quick')
    expect(answer).toMatch(/^HTTP\/1.1 200 .*connection: close/is)
    await drained
  })

  it('without one closes idle connections at once', async () => {
    await ask('POST', '/quick')
    const closed = once(connection, 'close')
    await drainHttp(app, { isBehindProxy: false, mostMs: neverMs })
    await closed
  })

  it('closes a connection whose answer had begun before, once that has ended', async () => {
    app.server.keepAliveTimeout = 0
    const answer = ask('GET', '/begun')
    expect(await answer).toMatch(/keep-alive/i)
    const closed = once(connection, 'close')
    const drained = drainHttp(app, { isBehindProxy: false, mostMs: neverMs })
    answerSlowly!()
    await drained
    await closed
  })

  it.each([true, false])(
    'waits for an answer that is under way (behind a proxy: %s)',
    async (isBehindProxy) => {
      const answer = ask('GET', '/slow')
      await expect.poll(() => answerSlowly).toBeTypeOf('function')
      const drained = drainHttp(app, { isBehindProxy })
      answerSlowly!()
      expect(await answer).toMatch(/slow$/)
      await drained
    },
  )

  it.each([true, false])('ends after its limit (behind a proxy: %s)', async (isBehindProxy) => {
    connection.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    connection.on('error', () => {})
    await expect.poll(() => answerSlowly).toBeTypeOf('function')
    const closed = once(connection, 'close')
    await drainHttp(app, { isBehindProxy, mostMs: 20 })
    await closed
  })
})
