import { once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../apps/server/src/deps.ts'
import { buildHttp } from '../apps/server/src/platform/http/build-http.ts'
import { readSettings } from '../apps/server/src/settings.ts'
import { startNginx, type TestNginx } from './kit/start-nginx.ts'

// The files of deploy/ in a real nginx: what it lets through, and what it stops before the server sees it.

let nginx: TestNginx
let pages: HttpServer
let broker: Server
let webSocket: HttpServer
let demo: Awaited<ReturnType<typeof buildHttp>>
let seen: string[] = []
let sentToBroker = 0

beforeAll(async () => {
  pages = createHttpServer(async (request, response) => {
    seen.push(request.url!)
    if (request.url === '/hangs') return
    // As a server that exits before answering.
    if (request.url?.endsWith('/away')) return request.socket.destroy()
    for await (const _ of request);
    response.end('answered')
  })
  broker = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', ({ length }) => {
        sentToBroker += length
      })
    socket.write('broker')
  })
  webSocket = createHttpServer()
  webSocket.on('upgrade', ({ url, headers }, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    socket.on('data', (bytes) => socket.write(`${url} ${headers['sec-websocket-protocol']} ${bytes}`))
    socket.on('error', () => {})
  })
  await Promise.all(
    [pages, broker, webSocket].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')),
  )
  demo = await buildHttp({
    settings: readSettings({ DEMO: '1' }),
    log: pino({ level: 'silent' }),
    clock: { now: () => 0 },
  } as Deps)
  demo.get('/', async () => 'the demo')
  await demo.listen({ host: '127.0.0.1', port: 0 })
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  nginx = await startNginx({
    ...{ web: portOf(pages), mqtt: portOf(broker), bare: portOf(demo.server) },
    webSocket: portOf(webSocket),
  })
})
afterAll(async () => {
  await nginx?.stop()
  pages.closeAllConnections()
  for (const server of [pages, broker, webSocket]) server.close()
  await demo.close()
})

function open(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: nginx.ca, ...options })
    socket.once('secureConnect', () => resolve(socket)).once('error', reject)
  })
}

function openSession(): ClientHttp2Session {
  const session = connectHttp2(`https://localhost:${nginx.ports.web}`, { ca: nginx.ca })
  return session.on('error', () => {})
}

async function ask(session: ClientHttp2Session, path: string, body?: Buffer) {
  const request = session.request({ ':path': path, ':method': body ? 'POST' : 'GET' })
  request.end(body)
  const [headers] = await once(request, 'response')
  const retryAfter = headers['retry-after']
  return {
    status: headers[':status'] as number,
    ...(retryAfter && { retryAfter }),
    body: await text(request),
  }
}

test('plain HTTP pages are redirected to TLS, and API calls are refused', async () => {
  seen = []
  const clear = `http://127.0.0.1:${nginx.ports.clear}`
  const askInClear = async (path: string, method = 'GET') => {
    const { status, headers } = await fetch(`${clear}${path}`, { method, redirect: 'manual' })
    return [status, headers.get('location')]
  }
  for (const path of ['/', '/login?next=1', '/apiary'])
    expect(await askInClear(path)).toEqual([301, `https://127.0.0.1${path}`])
  for (const path of ['/api', '/api/auth/login', '/link/v1/enroll'])
    expect(await askInClear(path, 'POST'), path).toEqual([403, null])
  expect(seen).toEqual([])
})

test('TLS 1.2 and 1.3 are spoken, with forward secrecy and authenticated ciphers', async () => {
  for (const port of [nginx.ports.web, nginx.ports.mqtt]) {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await open(port, { minVersion: version, maxVersion: version })
      expect([socket.getProtocol(), socket.getEphemeralKeyInfo()]).toMatchObject([version, { type: 'ECDH' }])
      socket.destroy()
    }
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    await expect(open(port, old)).rejects.toThrow()
    const weak = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' } as const
    await expect(open(port, weak)).rejects.toThrow()
  }
})

test('a body is limited to a megabyte, and one of readings to thirty-three', async () => {
  seen = []
  const session = openSession()
  const [small, large] = [Buffer.alloc(900_000), Buffer.alloc(2_000_000)]
  expect(await ask(session, '/api/jobs', small)).toEqual({ status: 200, body: 'answered' })
  expect(await ask(session, '/api/jobs', large)).toEqual({
    status: 413,
    body: '{"error":{"code":"payload_too_large"}}',
  })
  expect(await ask(session, '/api/abstract-devices/csv', large)).toMatchObject({ status: 200 })
  expect(seen).toEqual(['/api/jobs', '/api/abstract-devices/csv'])
  session.destroy()
})

test('while the server is down, its API says when to retry, as the server itself does', async () => {
  const session = openSession()
  for (const path of ['/api/away', '/link/v1/7K3M-9QXD-H2TV-5RB8/away'])
    expect(await ask(session, path, Buffer.from('{}')), path).toEqual({
      status: 503,
      retryAfter: '5',
      body: '{"error":{"code":"unavailable","retryAfterSeconds":5}}',
    })
  // How a service worker recognises an answer of the server.
  expect(await ask(session, '/away')).toMatchObject({ status: 502 })
  session.destroy()
})

test('one client has two hundred concurrent requests', async () => {
  seen = []
  const sessions = [openSession(), openSession()]
  for (const session of sessions)
    for (let count = 0; count < 100; count++) session.request({ ':path': '/hangs' }).on('error', () => {})
  await expect.poll(() => seen.length).toBe(200)
  expect(await ask(sessions[0]!, '/')).toMatchObject({ status: 429 })
  for (const session of sessions) session.destroy()
  const after = openSession()
  await expect.poll(async () => (await ask(after, '/')).status).toBe(200)
  after.destroy()
})

test('one client has a hundred connections to the broker', async () => {
  const sockets: TLSSocket[] = []
  for (let count = 0; count < 100; count++) sockets.push(await open(nginx.ports.mqtt))
  await expect(open(nginx.ports.mqtt)).rejects.toThrow()
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect
    .poll(() =>
      open(nginx.ports.mqtt).then(
        (socket) => !!socket.destroy(),
        () => false,
      ),
    )
    .toBe(true)
})

test('one connection to the broker sends no more than 256 kB a second', async () => {
  const sender = await open(nginx.ports.mqtt)
  sentToBroker = 0
  const begin = performance.now()
  sender.write(Buffer.alloc(1024 * 1024))
  await expect.poll(() => sentToBroker, { timeout: 20_000 }).toBe(1024 * 1024)
  // The first second's bytes are accepted at once.
  expect(performance.now() - begin).toBeGreaterThan(2000)
  sender.destroy()
})

test('MQTT over WebSocket passes, in both directions', async () => {
  const socket = await open(nginx.ports.web, { ALPNProtocols: ['http/1.1'] })
  const lines = ['GET /mqtt HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket']
  socket.write(`${[...lines, 'Sec-WebSocket-Protocol: mqtt'].join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 101 /)
  socket.write('connect')
  expect(String((await once(socket, 'data'))[0])).toBe('/mqtt mqtt connect')
  socket.destroy()
})

test('the demo refuses requests through a proxy that does not identify itself', async () => {
  expect(await (await fetch(demo.listeningOrigin)).text()).toBe('the demo')
  expect((await fetch(`http://127.0.0.1:${nginx.ports.bare}/`)).status).toBe(403)
})
