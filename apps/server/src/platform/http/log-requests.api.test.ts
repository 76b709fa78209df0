import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { logLevel: 'info', accessLog: true, trustProxy: 1 } })
})
afterAll(() => server.stop())

const lines = () => server.logged.filter(({ event }) => event === 'request')
const lineOf = async (id: string | null) => {
  await expect.poll(() => lines().filter(({ reqId }) => reqId === id)).toHaveLength(1)
  return lines().find(({ reqId }) => reqId === id)!
}

test('each request is one line: its route without values of the address, its person by id', async () => {
  const userId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  const client = server.client()
  await client.signIn('ana@test.si')
  const { headers } = await fetch(`${server.url}/api/locations/4711?word=secret`, {
    headers: { cookie: client.cookie },
  })
  const line = await lineOf(headers.get('x-request-id'))
  expect(line).toMatchObject({
    method: 'GET',
    route: '/api/locations/:locationId',
    status: 404,
    actorId: userId,
    part: 'http',
  })
  expect(line.bytes).toBeGreaterThan(100)
  expect(line.ms).toBeGreaterThanOrEqual(0)
  expect(JSON.stringify(lines())).not.toMatch(/4711|secret|ana@test|cookie/)
})

test('an address without a route shows nothing of itself', async () => {
  const { headers } = await fetch(`${server.url}/api/invitations/token-of-somebody/nothing`)
  const line = await lineOf(headers.get('x-request-id'))
  expect([line.route, line.status, line.actorId]).toEqual(['none', 404, undefined])
})

test('a stream is logged at its end', async () => {
  const userId = await insertUser(server.db, 'bor@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
  const location = { companyId, locationGroupId: rootGroupId, ownerId: userId }
  const locationId = await insertLocation(server.db, location)
  const client = server.client()
  await client.signIn('bor@test.si')
  const stop = new AbortController()
  const { headers, body } = await fetch(`${server.url}/api/live?locations=${locationId}`, {
    headers: { cookie: client.cookie },
    signal: stop.signal,
  })
  await body!.getReader().read()
  const id = headers.get('x-request-id')
  await (await fetch(`${server.url}/api/health`)).text()
  expect(lines().some(({ reqId }) => reqId === id)).toBe(false)
  stop.abort()
  expect(await lineOf(id)).toMatchObject({ route: '/api/live', status: 200, isCut: true })
})

test('whoever leaves before the answer begins has no status, and is no success in the metrics', async () => {
  const countSignIns = async () =>
    (await server.deps.metrics.metrics())
      .split('\n')
      .find((text) => /^ohmstead_http_request_seconds_count.*"\/api\/auth\/login",status="200"/.test(text))
  const before = await countSignIns()
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = ['POST /api/auth/login HTTP/1.1', `host: ${hostname}`, 'x-request-id: left-before-the-answer']
  socket.write([...head, 'content-type: application/json', 'content-length: 100', '', '{"data"'].join('\r\n'))
  // By then the half one has arrived as well.
  await (await fetch(`${server.url}/api/health`)).text()
  socket.destroy()
  const line = await lineOf('left-before-the-answer')
  expect(line).toMatchObject({ route: '/api/auth/login', isCut: true })
  expect(line.status).toBeUndefined()
  expect(await countSignIns()).toBe(before)
})

test.each([
  ['7d1c0e6b9f5a4c3d8e2f1a0b9c8d7e6f', true],
  ['0123456', false],
  ['a b c d e f g h', false],
  ['"},"level":60,"x":"', false],
  ['x'.repeat(65), false],
])('a proxy’s id %s is taken over: %s', async (given, isTaken) => {
  const { headers } = await fetch(`${server.url}/api/health`, { headers: { 'x-request-id': given } })
  const id = headers.get('x-request-id')
  expect(id === given).toBe(isTaken)
  expect(await lineOf(id)).toMatchObject({ route: '/api/health' })
})
