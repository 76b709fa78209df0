import { generic } from '@ohmstead/adapters/generic/generic'
import { expect, it } from 'vitest'
import { createHeldSessions, type Speaker } from './held-sessions.ts'

const hour = 3_600_000

it('what a device said is forgotten an hour after its last message, without anybody asking for it', async () => {
  let now = 10 * hour
  const stored = {
    inventory: null,
    info: {},
    mapping: [],
    sources: [],
    roles: {},
    locationId: 1,
    timeZone: null,
  }
  const db = { row: async () => stored, rows: async () => [] }
  const context = { db, clock: { now: () => now }, settings: { rawRetentionDays: 400 } }
  const sessions = createHeldSessions(context as never)
  const speaker: Speaker = { adapter: generic, subProtocol: null, send: () => {} }
  await sessions.get('gone', 'generic', speaker)
  const used = await sessions.get('used', 'generic', speaker)
  now += hour
  used!.usedAt = now
  now += 1
  await sessions.get('new', 'generic', speaker)
  await Promise.resolve()
  expect(await sessions.of('gone')).toEqual([])
  expect(await sessions.of('used')).toEqual([used])
})
