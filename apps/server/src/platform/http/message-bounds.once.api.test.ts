import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// The boundary between messages must be unambiguous, or a proxy in front and the server behind
// it see different requests. Raw sockets: no client library would send these.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The status lines of all answers on one connection until it closes. */
function sendRaw(lines: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.httpPort, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text.match(/HTTP\/1\.1 \d{3}/g) ?? []))
    socket.end(lines.join('\r\n'))
  })
}

const hidden = ['GET /api/health HTTP/1.1', 'Host: hidden', '', '']

test.each<[string, string[]]>([
  ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
  ['two different lengths', ['Content-Length: 0', 'Content-Length: 40']],
  ['an encoding that is none', ['Transfer-Encoding: xchunked', 'Content-Length: 0']],
  ['a length with a sign', ['Content-Length: +0']],
  ['a space before the colon', ['Content-Length : 0']],
])('a request with %s is refused, and nothing after it is parsed as a request', async (_, headers) => {
  const request = ['POST /api/auth/login HTTP/1.1', 'Host: localhost', ...headers, '', '0', '', ...hidden]
  expect(await sendRaw(request)).toEqual(['HTTP/1.1 400'])
})

test('a request without a host is refused', async () => {
  expect(await sendRaw(['GET /api/health HTTP/1.1', '', ''])).toEqual(['HTTP/1.1 400'])
})

test('a repeated query parameter is refused by the name of its field', async () => {
  const answer = await fetch(`${server.url}/api/site/info?identifier=one&identifier=two`)
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: { code: 'invalid_request', fields: { identifier: 'regex' } } },
  ])
})
