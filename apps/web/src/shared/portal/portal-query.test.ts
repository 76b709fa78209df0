import { expect, test } from 'vitest'
import { isImporting, type PortalDevice } from './portal-query.ts'

type State = NonNullable<PortalDevice['job']>['state']
const device = (
  state: State | null,
  next_try_at: number | null,
  last_error: 'portal_busy' | null = null,
) => ({
  job: state && { id: 1, state, done: 0, total: 25 },
  readings: { next_try_at, last_error } as PortalDevice['readings'],
})

test.each([
  ['nothing is wanted', device(null, null), false],
  ['it waits for a place', device(null, 1), true],
  ['it runs', device('running', 1), true],
  ['it is asked for again after an earlier one ended', device('done', 1), true],
  ['it ended', device('done', null), false],
  ['it was stopped', device('cancelled', null), false],
  ['it failed and is tried again later', device('failed', 1, 'portal_busy'), false],
  ['it is tried again now', device('running', 1, 'portal_busy'), true],
])('%s', (_, one, expected) => {
  expect(isImporting(one)).toBe(expected)
})
