import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { duplexPair } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { forwardRequest } from './forward-request.ts'

const way = { target: '127.0.0.1', origin: 'http://a.example', cookieName: 'own', isUpgrade: false }

/** What a browser gets from a page that answers every request with these bytes, and what the page was sent. */
async function askPage(
  answer: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: object; body?: string } = {},
): Promise<{ result: string; sent: string }> {
  let sent = ''
  const server = createServer((request, response) => {
    const [near, far] = duplexPair()
    far.on('error', () => {})
    far.on('data', (bytes: Buffer) => {
      sent += bytes.toString('latin1')
    })
    request.once('end', () => setImmediate(() => far.write(Buffer.from(answer, 'latin1'))))
    forwardRequest({ request, response, stream: near }, way).catch((error: Error) => {
      response.writeHead(502).end(error.message)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const result = await new Promise<string>((resolve, reject) => {
    const asked = ask({ ...{ port, method, host: '127.0.0.1' }, headers: { ...headers } }, (got) => {
      got
        .on('error', reject)
        .resume()
        .on('end', () => resolve(String(got.statusCode)))
    })
    asked.on('error', reject)
    asked.end(body)
  })
  return { result, sent }
}

test.each(['000', '099'])('a page that answers with the status %s gave no answer', async (status) => {
  expect(await askPage(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`)).toMatchObject({
    result: '502',
  })
})

test('a page that changes the protocol unasked gave no answer', async () => {
  const answer = 'HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'
  expect(await askPage(answer)).toMatchObject({ result: '502' })
})

test.each([
  ['in chunks', { 'transfer-encoding': 'chunked' }],
  [
    'of a length that is named a matter of this connection',
    { 'content-length': 30, connection: 'content-length' },
  ],
])('a body %s is never read as a second request', async (_, headers) => {
  const body = 'GET /second HTTP/1.1\r\nHost: a\r\n\r\n'.slice(0, 30)
  const { sent } = await askPage('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', {
    ...{ method: 'DELETE', body, headers },
  })
  const [head = '', ...rest] = sent.split('\r\n\r\n')
  expect(rest.join('\r\n\r\n')).toContain('GET /second')
  expect(head.toLowerCase()).toMatch(/\r\n(content-length: 30|transfer-encoding: chunked)/)
})
