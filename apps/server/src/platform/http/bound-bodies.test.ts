import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { boundBodies } from './bound-bodies.ts'

test('a body that never ends is given up, unless it is a file', async () => {
  const app = Fastify({ forceCloseConnections: true })
  boundBodies(app, { unwantedMs: 10, bodyMs: 10 })
  app.post('/ordinary', async () => 'ok')
  app.post('/file', { bodyLimit: 32_000_000 }, async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const begin = (path: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 9',
    ]
    socket.write([...head, '', '{"a"'].join('\r\n'))
    return socket
  }
  const file = begin('/file')
  const ordinary = begin('/ordinary')
  ordinary.resume()
  await once(ordinary, 'close')
  file.write(':"b"}')
  const [answer] = await once(file, 'data')
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 200/)
})
