import { expect, it } from 'vitest'
import { createPacketPace } from '../../platform/mqtt/packet-pace.ts'
import { httpPace, takeShare } from './http-sender.ts'
import type { LinkRequestError } from './link-request-error.ts'

it('a controller that sends without end is told when to go on, and its people see why; others are not slowed', () => {
  let now = 0
  const refused: string[] = []
  const deps = {
    link: { refuse: (serial: string, reason: string) => void refused.push(`${serial} ${reason}`) },
  }
  const turns = { pace: createPacketPace(() => now, httpPace) }
  const send = (serial: string) => {
    try {
      return takeShare(deps, turns, serial)
    } catch (error) {
      const { status, code, retryAfterSeconds } = error as LinkRequestError
      return { status, code, retryAfterSeconds }
    }
  }
  for (let sent = 0; sent <= httpPace.most; sent++) expect(send('hasty')).toBe('hasty')
  // Refused ones are not charged, however many there are.
  for (let sent = 0; sent < 100; sent++)
    expect(send('hasty')).toEqual({ status: 429, code: 'too_fast', retryAfterSeconds: 1 })
  expect(send('other')).toBe('other')
  expect(refused).toEqual(Array.from({ length: 100 }, () => 'hasty too_fast'))
  now = 1000
  expect(send('hasty')).toBe('hasty')
})
