import { expect, test, vi } from 'vitest'
import { DbError } from '../db/db-error.ts'
import { createOutageLog } from './log-outages.ts'

test('thousands of failures a second produce one line, and the next line counts the others', () => {
  const warn = vi.fn()
  let now = 0
  const log = createOutageLog({ warn }, () => now)
  const error = new DbError({ message: 'the database is away' })
  for (let second = 0; second < 3; second++)
    for (let request = 0; request < 1000; request++) {
      log.note(error, '/api/auth/user')
      now += 1
    }
  expect(warn.mock.calls.map(([line]) => line.unlogged)).toEqual([0, 999, 999])
  expect(warn.mock.calls[0]![0]).toMatchObject({ reason: 'the database is away', route: '/api/auth/user' })
})
