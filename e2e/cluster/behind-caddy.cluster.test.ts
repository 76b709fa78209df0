import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as requestClear, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAuthority } from '../../apps/server/src/testing/make-certificates.ts'
import { findFreePort } from '../../tools/test-run/free-port.ts'
import { findProgram } from '../../tools/test-run/system-packages.ts'

// deploy/Caddyfile in Debian's Caddy: only its ports, name and certificate differ, and it asks nobody for one.

const folder = mkdtempSync(join(tmpdir(), 'ohmstead-caddy-'))
const { ca, cert, key } = makeAuthority(folder, 'authority').sign('proxy')
const [clear, web] = [await findFreePort(), await findFreePort()]
let behind: Server
let caddy: ChildProcess

beforeAll(async () => {
  behind = createServer((asked, answer) => {
    if (asked.url === '/api/live') {
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.write('data: first\n\n')
      asked.on('data', () => answer.write('data: second\n\n'))
    } else if (asked.method === 'POST') asked.resume().on('end', () => answer.end('taken'))
    else answer.end(JSON.stringify(asked.headers))
  })
  behind.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    socket.pipe(socket)
  })
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  const shipped = readFileSync(fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url)), 'utf8')
  const adapted = shipped
    .replace(/^\{\n/m, `{\n\tadmin off\n\thttp_port ${clear}\n\thttps_port ${web}\n`)
    .replace(/^(https:.*) \{\n/m, `$1 {\n\ttls ${cert} ${key}\n`)
  writeFileSync(join(folder, 'Caddyfile'), adapted)
  caddy = spawn(
    findProgram('caddy')!,
    ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    {
      env: {
        ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        OHMSTEAD_NAME: 'localhost',
        OHMSTEAD_UPSTREAM: `127.0.0.1:${(behind.address() as AddressInfo).port}`,
      },
      stdio: 'ignore',
    },
  )
  await vi.waitFor(() => ask('/'), { timeout: 60_000 })
})

afterAll(() => {
  caddy?.kill()
  behind?.closeAllConnections()
  behind?.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  return request({ host: 'localhost', port: web, path, ca: readFileSync(ca), agent: false, ...options })
}

async function ask(
  path: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  const asked = open(path, options)
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, body: await text(answer) }
}

test('forwards with the name and the address of who asks, whatever they claim', async () => {
  const { body } = await ask('/', { headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'http' } })
  const headers = JSON.parse(body) as Record<string, string>
  expect(headers['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/)
  expect(headers['x-forwarded-proto']).toBe('https')
  expect(headers.host).toContain('localhost')
})

test('in clear, pages lead to TLS and calls are refused', async () => {
  const inClear = async (path: string) => {
    const asked = requestClear({ host: 'localhost', port: clear, path, agent: false })
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return [answer.statusCode, answer.headers.location]
  }
  expect(await inClear('/charts?x=1')).toEqual([301, 'https://localhost/charts?x=1'])
  expect(await inClear('/api/health')).toEqual([403, undefined])
  expect(await inClear('/link/v1/data')).toEqual([403, undefined])
})

test('an event of a stream arrives before the next one is made', async () => {
  const asked = open('/api/live', { method: 'POST' })
  asked.write('.')
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let received = ''
  answer.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  await expect.poll(() => received).toBe('data: first\n\ndata: second\n\n')
  asked.write('.')
  await expect.poll(() => received).toBe('data: first\n\ndata: second\n\ndata: second\n\n')
  asked.destroy()
})

test('an upgrade to WebSocket passes', async () => {
  const asked = open('/socket', { headers: { connection: 'Upgrade', upgrade: 'websocket' } })
  asked.end()
  const [answer, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Socket]
  expect(answer.statusCode).toBe(101)
  socket.write('hello')
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
  socket.destroy()
})

test('a file of readings passes', async () => {
  const { status } = await ask('/api/abstract-devices/csv', { method: 'POST', body: Buffer.alloc(32e6) })
  expect(status).toBe(200)
})

test('answers as the server does while that is away', async () => {
  behind.closeAllConnections()
  await new Promise((resolve) => behind.close(resolve))
  const { status, headers, body } = await ask('/api/auth/user')
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(body)).toEqual({ error: { code: 'unavailable', retryAfterSeconds: 5 } })
})
