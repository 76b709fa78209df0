import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { insertUser } from '../../../testing/test-world.ts'
import { createTestController, createTestLocation, type TestController } from '../link-test-kit.ts'

let server: TestServer
let locationId: number
let admin: TestClient
const sockets: WebSocket[] = []

beforeAll(async () => {
  server = await startTestServer()
  locationId = await createTestLocation(server.db)
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => server.stop())

function connect({ serial, token }: Pick<TestController, 'serial' | 'token'>) {
  const address = `${server.url.replace('http', 'ws')}/link/v1/shelly/${serial}/${token}`
  const socket = new WebSocket(address)
  sockets.push(socket)
  return socket
}

/** The status that refuses the WebSocket. */
async function findRefusal(controller: Pick<TestController, 'serial' | 'token'>): Promise<number> {
  const socket = connect(controller)
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  return response.statusCode
}

it('new credentials end the WebSockets that were opened with the old ones', async () => {
  const controller = await createTestController(server.db, locationId)
  const socket = connect(controller)
  await once(socket, 'open')
  const ended = once(socket, 'close')
  await admin.call('POST /locations/:locationId/controllers/:controllerId/credentials', {
    params: { locationId, controllerId: controller.id },
  })
  const [code] = await ended
  expect(code).toBe(1008)
  expect(await findRefusal(controller)).toBe(401)
})

it('a controller that is removed is read no more', async () => {
  const controller = await createTestController(server.db, locationId)
  const socket = connect(controller)
  await once(socket, 'open')
  const ended = once(socket, 'close')
  await admin.call('DELETE /locations/:locationId/controllers/:controllerId', {
    params: { locationId, controllerId: controller.id },
  })
  expect((await ended)[0]).toBe(1008)
})

it('one controller cannot take the connections of all others', async () => {
  const controller = await createTestController(server.db, locationId)
  for (let count = 0; count < 100; count++) await once(connect(controller), 'open')
  expect(await findRefusal(controller)).toBe(429)
  sockets[0]!.terminate()
  await once(sockets[0]!, 'close')
  await once(connect(await createTestController(server.db, locationId)), 'open')
})
