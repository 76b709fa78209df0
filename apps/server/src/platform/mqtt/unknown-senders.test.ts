import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createUnknownSenders, mostUnknown } from './unknown-senders.ts'

const socketOf = (remoteAddress: string | undefined) =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket

it('a connection that authenticates and then closes makes room for one more, not for two', () => {
  const senders = createUnknownSenders(() => false)
  const sockets = Array.from({ length: mostUnknown }, () => socketOf('192.0.2.1'))
  expect(sockets.every((socket) => senders.admit(socket))).toBe(true)
  expect(senders.admit(socketOf('192.0.2.1'))).toBe(false)
  senders.letGo(sockets[0]!)
  sockets[0]!.emit('close')
  sockets[0]!.emit('close')
  expect(senders.admit(socketOf('192.0.2.1'))).toBe(true)
  expect(senders.admit(socketOf('192.0.2.1'))).toBe(false)
  expect(senders.admit(socketOf('198.51.100.1'))).toBe(true)
})

it('a closed connection is not admitted', () => {
  expect(createUnknownSenders(() => false).admit(socketOf(undefined))).toBe(false)
})
