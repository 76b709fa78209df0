import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { Client } from 'aedes'
import { expect, it } from 'vitest'
import { createSessions } from './sessions.ts'

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
