import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { watchPeers } from './watch-peers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What the watch needs of a socket. */
function fakeSocket() {
  const socket = Object.assign(new EventEmitter(), {
    readyState: WebSocket.OPEN as number,
    ping: vi.fn(),
    close: vi.fn(),
    terminate: vi.fn(() => socket.emit('close')),
  })
  return socket
}

test('a peer that answers nothing between two pings is ended, one that sends anything stays', () => {
  const peers = watchPeers(1000)
  const [silent, answering, busy] = [fakeSocket(), fakeSocket(), fakeSocket()]
  for (const socket of [silent, answering, busy]) peers.add(socket as never)
  vi.advanceTimersByTime(1000)
  expect(silent.ping).toHaveBeenCalledOnce()
  answering.emit('pong')
  busy.emit('message')
  vi.advanceTimersByTime(1000)
  expect(silent.terminate).toHaveBeenCalledOnce()
  expect(answering.terminate).not.toHaveBeenCalled()
  expect(busy.terminate).not.toHaveBeenCalled()
  expect(peers.count()).toBe(2)
})

test('peers that do not say goodbye are ended after a while', async () => {
  const peers = watchPeers()
  const deaf = fakeSocket()
  peers.add(deaf as never)
  const closed = peers.close()
  expect(deaf.close).toHaveBeenCalledWith(1001, 'the server stops')
  await vi.advanceTimersByTimeAsync(2000)
  await closed
  expect(deaf.terminate).toHaveBeenCalledOnce()
})
