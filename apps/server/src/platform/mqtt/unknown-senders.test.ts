import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createUnknownSenders, mostUnknown } from './unknown-senders.ts'

it('a connection that authenticates and then closes makes room for one more, not for two', () => {
  const senders = createUnknownSenders(() => false)
  const sockets = Array.from({ length: mostUnknown }, () => new EventEmitter())
  expect(sockets.every((socket) => senders.admit(socket, '192.0.2.1'))).toBe(true)
  expect(senders.admit(new EventEmitter(), '192.0.2.1')).toBe(false)
  senders.letGo(sockets[0]!)
  sockets[0]!.emit('close')
  sockets[0]!.emit('close')
  expect(senders.admit(new EventEmitter(), '192.0.2.1')).toBe(true)
  expect(senders.admit(new EventEmitter(), '192.0.2.1')).toBe(false)
  expect(senders.admit(new EventEmitter(), '198.51.100.1')).toBe(true)
})

it('a closed connection is not admitted', () => {
  expect(createUnknownSenders(() => false).admit(new EventEmitter(), undefined)).toBe(false)
})
