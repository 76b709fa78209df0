import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresHosts } from './postgres-hosts.ts'

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const accepted = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/** The answer to `show transaction_read_only`. */
function answerReadOnly(value: string): Buffer {
  const column = Buffer.concat([Buffer.from('\0\x01transaction_read_only\0'), Buffer.alloc(18)])
  column.writeInt32BE(25, column.length - 12)
  const length = Buffer.alloc(4)
  length.writeInt32BE(value.length)
  return Buffer.concat([
    message('T', column),
    message('D', Buffer.concat([Buffer.from([0, 1]), length, Buffer.from(value)])),
    message('C', Buffer.from('SHOW\0')),
    message('Z', Buffer.from('I')),
  ])
}

/** As much of PostgreSQL as a connection needs that asks whether it may write. */
async function startPostgres(role: 'primary' | 'standby') {
  const state = { role, connections: 0 }
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    state.connections++
    sockets.push(socket)
    socket.once('data', () => {
      socket.write(accepted)
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'Q')
          socket.write(answerReadOnly(state.role === 'standby' ? 'on' : 'off'))
      })
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { state, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const away = '127.0.0.1:1'

function openHosts(...names: string[]) {
  const hosts = createPostgresHosts(`postgres://me@${names.join()}/db`)
  return async (isPatient?: boolean) => {
    const client = await hosts.reach(() => new hosts.Client().connect(), isPatient)
    onTestFinished(() => client.end().catch(() => {}))
    return `127.0.0.1:${client.port}`
  }
}

test('a host that is away and a standby hand their turn on, and the primary keeps it', async () => {
  const [standby, primary] = [await startPostgres('standby'), await startPostgres('primary')]
  const open = openHosts(away, standby.host, primary.host)
  expect(await open()).toBe(primary.host)
  expect(await open()).toBe(primary.host)
  expect(standby.state.connections).toBe(1)

  // They change their roles.
  primary.state.role = 'standby'
  standby.state.role = 'primary'
  expect(await open()).toBe(standby.host)
})

test('many connections that fail at once hand the turn on only once', async () => {
  const [primary, standby] = [await startPostgres('primary'), await startPostgres('standby')]
  const open = openHosts(away, primary.host, standby.host)
  expect(new Set(await Promise.all([open(), open(), open(), open()]))).toEqual(new Set([primary.host]))
  expect(standby.state.connections).toBe(0)
})

test('if none takes writes it says of each why, as a connection that could not be opened', async () => {
  const standby = await startPostgres('standby')
  await expect(openHosts(away, standby.host)()).rejects.toMatchObject({
    code: '08001',
    message: expect.stringMatching(
      new RegExp(`^no host takes writes: ${away}: .*ECONNREFUSED.*; ${standby.host}: takes no writes`),
    ),
  })
})

test('whoever is patient waits for a standby to become the primary', async () => {
  const standby = await startPostgres('standby')
  const open = openHosts(away, standby.host)
  const asked = open(true)
  await expect(open()).rejects.toThrow('no host takes writes')
  standby.state.role = 'primary'
  expect(await asked).toBe(standby.host)
})

test('nobody waits in a failover that takes long, until one has worked', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  const standby = await startPostgres('standby')
  const open = openHosts(away, standby.host)
  await expect(open()).rejects.toThrow('no host takes writes')
  now = 30_001
  await expect(open(true)).rejects.toThrow('no host takes writes')
  standby.state.role = 'primary'
  expect(await open(true)).toBe(standby.host)
  standby.state.role = 'standby'
  const asked = open(true)
  await expect(open()).rejects.toThrow('no host takes writes')
  standby.state.role = 'primary'
  expect(await asked).toBe(standby.host)
})
