import { expect, test } from 'vitest'
import { createWordLikeness } from './word-likeness.ts'

const likeness = createWordLikeness(
  new Map([
    ['a/impersonate.api.test.ts', 'await client.signIn(mail); expect(impersonatorId)'],
    ['a/sign-in.api.test.ts', 'await client.signIn(mail); expect(sessions)'],
    ['a/bills.api.test.ts', 'await client.call(bills)'],
  ]),
)
const rank = (place: string) =>
  ['a/bills.api.test.ts', 'a/impersonate.api.test.ts', 'a/sign-in.api.test.ts'].sort(
    (one, other) => likeness(place, other) - likeness(place, one),
  )

test('a test about the same subject is nearer, and a word in all texts counts nothing', () => {
  expect(rank('case when s.acting_as_id is not null then s.user_id end as impersonator_id')[0]).toBe(
    'a/impersonate.api.test.ts',
  )
  expect(rank('deleteSessions(client)')[0]).toBe('a/sign-in.api.test.ts')
  expect(likeness('await client', 'a/bills.api.test.ts')).toBe(0)
  expect(likeness('bills', 'a/unknown.api.test.ts')).toBe(0)
})
