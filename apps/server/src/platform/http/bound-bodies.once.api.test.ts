import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertUser } from '../../testing/test-world.ts'

// Raw sockets: a client library would stop by itself.

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer()
  await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  const client = server.client()
  await client.signIn('ana@test.si')
  cookie = client.cookie
})
afterAll(() => server.stop())

/** Sends a head and then an endless body, until the connection closes. */
function sendForEver(head: string[]): Promise<{ status: string | undefined; sentBytes: number }> {
  return new Promise((resolve) => {
    const socket = connect(server.httpPort, '127.0.0.1')
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    let answer = ''
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('drain', pour)
    // A sender that is cut off gets an error from the system, one way or another.
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve({ status: /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1], sentBytes: socket.bytesWritten }),
    )
    socket.write([...head, 'Host: localhost', 'Transfer-Encoding: chunked', '', ''].join('\r\n'))
    pour()
  })
}

test.each<[string, string[]]>([
  ['without a token', ['POST /link/v1/ABCD-EFGH-JKMN-PQRS/data HTTP/1.1']],
  ['with a wrong token', ['POST /link/v1/ABCD-EFGH-JKMN-PQRS/data HTTP/1.1', 'Authorization: Bearer wrong']],
  ['for a file of a stranger', ['POST /api/abstract-devices/csv HTTP/1.1', 'Content-Type: text/csv']],
  ['at an address that does not exist', ['POST /api/nothing HTTP/1.1', 'Content-Type: application/json']],
  ['of a kind that nobody takes', ['POST /api/auth/login HTTP/1.1', 'Content-Type: text/html']],
  [
    'from another site',
    ['POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Origin: https://a.test'],
  ],
])('an endless body %s ends with its connection', async (_, head) => {
  const { status, sentBytes } = await sendForEver(head)
  // The answer may be lost if the client does not read.
  expect(['400', '401', '403', '404', '413', '415', undefined]).toContain(status)
  expect(sentBytes).toBeLessThan(30_000_000)
})

test('a short refused body does not cost the connection', async () => {
  const statuses = await new Promise<string[]>((resolve, reject) => {
    const socket = connect(server.httpPort, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text.match(/HTTP\/1\.1 \d{3}/g) ?? []))
    const refused = [
      'POST /link/v1/ABCD-EFGH-JKMN-PQRS/data HTTP/1.1',
      'Host: localhost',
      'Content-Length: 20000',
    ]
    socket.write([...refused, '', 'x'.repeat(20_000)].join('\r\n'))
    socket.write(['GET /api/health HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''].join('\r\n'))
  })
  expect(statuses).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
})

test('every answer has a request id, so that a line of the log can be found', async () => {
  const answers = await Promise.all(
    [1, 2].map(() => fetch(`${server.url}/api/site/info`, { headers: { cookie } })),
  )
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(ids[0]).toMatch(/^[\w-]{16}$/)
  expect(ids[0]).not.toBe(ids[1])
})
