import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { guardSocket } from './guard-socket.ts'

/** A guarded connection, with what the broker has read from it. Requested turns are queued. */
function createLine({ mayGoOn = false } = {}) {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }) as Socket
  const turns: { cost: number; go: () => boolean }[] = []
  const pace = vi.fn((_cost: number) => 0)
  guardSocket(socket, {
    limit: 10_000,
    firstLimit: 10_000,
    mayRead: () => true,
    pace,
    turn: (cost, go) => mayGoOn || turns.push({ cost, go }) === 0,
    isAuthenticated: () => true,
    onOversized: () => {},
  })
  const read: string[] = []
  socket.on('readable', () => {
    const chunk = socket.read() as Buffer | null
    if (chunk) read.push(chunk.toString('hex'))
  })
  /** Also runs what is scheduled for the next turn of the event loop. */
  const arrive = async (...bytes: number[]) => {
    socket.push(Buffer.from(bytes))
    await setImmediate()
    await setImmediate()
  }
  return { socket, turns, pace, read, arrive }
}
const ping = [0xc0, 0]
const pong = [0xd0, 0]

test('nothing more is read of a connection that waits for its turn, and then everything in order', async () => {
  const { turns, read, arrive } = createLine()
  await arrive(...ping)
  await arrive(...pong)
  expect(turns).toHaveLength(1)
  expect(read).toEqual([])
  expect(turns[0]!.go()).toBe(true)
  await setImmediate()
  await setImmediate()
  expect(read).toEqual(['c000'])
  expect(turns).toHaveLength(2)
  expect(turns[1]!.go()).toBe(true)
  expect(read).toEqual(['c000', 'd000'])
})

test('a closed connection no longer takes its turn, and nothing of it is read', async () => {
  const { socket, turns, read, arrive } = createLine()
  await arrive(...ping)
  socket.destroy()
  expect(turns[0]!.go()).toBe(false)
  expect(read).toEqual([])
})

test.each([
  ['a subscription', 0x82],
  ['the end of one', 0xa2],
])('%s costs more the longer it is, unlike other packets', async (_, first) => {
  const { turns, pace, arrive } = createLine()
  await arrive(...ping, ...ping, first, 10, ...Buffer.alloc(10))
  expect(turns[0]!.cost).toBe(3 + 10 / 4)
  expect(pace.mock.calls).toEqual([[3 + 10 / 4]])
})

test.each([
  ['more packets in one piece than anybody has to say', 2000, Buffer.alloc(2 * 2001, Buffer.from(ping))],
  ['more subscriptions than that', 4096, Buffer.from([0x82, 0x81, 0x20, ...Buffer.alloc(4097)])],
])('%s (%i) close the connection, and exactly the limit does not', async (_, most, tooMany) => {
  const enough = most === 2000 ? tooMany.subarray(2) : Buffer.from([0x82, 0x80, 0x20, ...Buffer.alloc(4096)])
  const [one, other] = [createLine({ mayGoOn: true }), createLine({ mayGoOn: true })]
  await one.arrive(...enough)
  expect([one.socket.destroyed, one.read.length]).toEqual([false, 1])
  await other.arrive(...tooMany)
  expect([other.socket.destroyed, other.read.length]).toEqual([true, 0])
})
