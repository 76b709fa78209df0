import { expect, test } from 'vitest'
import { findSecondFactorDue } from './second-factor-duty.ts'

const dayMs = 86_400_000
const rule = { days: 14, since: 100 * dayMs }
const boss = { role: 'ROLE_AGGREGATOR', hasSecondFactor: false, openedAt: 5 * dayMs } as const

test.each([
  ['an aggregator has the days from the beginning of the rule', rule, boss, 114 * dayMs],
  ['so has a super admin', rule, { ...boss, role: 'ROLE_SUPER_ADMIN' }, 114 * dayMs],
  [
    'an account that is opened later has them from then on',
    rule,
    { ...boss, openedAt: 200 * dayMs },
    214 * dayMs,
  ],
  ['without a grace it is at once', { ...rule, days: 0 }, boss, 100 * dayMs],
  ['who has one is asked for nothing', rule, { ...boss, hasSecondFactor: true }, null],
  ['a household is asked for nothing', rule, { ...boss, role: 'ROLE_USER_ADVANCED' }, null],
  ['without a rule nobody is', null, boss, null],
] as const)('%s', (_, given, person, due) => {
  expect(findSecondFactorDue(given, person)).toBe(due)
})
