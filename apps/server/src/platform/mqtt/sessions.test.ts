import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { Client } from 'aedes'
import { expect, it } from 'vitest'
import { createSessions } from './sessions.ts'

it('holds back everybody who has something waiting once all together have too much, and nobody else', () => {
  const sessions = createSessions()
  const [own, other, idle] = ['one', 'two', 'three'].map((serial) => {
    const conn = new EventEmitter() as Socket
    const client = { conn } as unknown as Client
    sessions.prepare(client, { serial, will: null })
    return { conn, session: sessions.find(client)! }
  })
  own!.session.hold(1)
  const release = other!.session.hold(64 * 1024 * 1024)
  expect([own, idle].map((one) => sessions.mayRead(one!.conn))).toEqual([false, true])
  release()
  expect(sessions.mayRead(own!.conn)).toBe(true)
})

it('holds back a socket with many waiting messages, however short, until they are released', () => {
  const sessions = createSessions()
  const conn = new EventEmitter() as Socket
  const client = { conn } as unknown as Client
  sessions.prepare(client, { serial: 'one', will: null })
  const session = sessions.find(client)!
  const release = Array.from({ length: 100 }, () => session.hold(1))
  expect(sessions.mayRead(conn)).toBe(true)
  release.push(...Array.from({ length: 100 }, () => session.hold(1)))
  expect(sessions.mayRead(conn)).toBe(false)
  for (const letGo of release) letGo()
  expect(sessions.mayRead(conn)).toBe(true)
})
