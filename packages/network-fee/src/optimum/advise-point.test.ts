import { expect, test } from 'vitest'
import { buildFeeContext } from '../calculate-network-fee.ts'
import { localMidnightMs, quarterHourMs } from '../calendar/local-time.ts'
import { buildLoadProfile } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { milliWhPerKw } from '../quarter-hour-series.ts'
import { advisePoint } from './advise-point.ts'

const dayMs = 86_400_000

/** Advice for the twelve months after readings of `kwOn`, kW by month and quarter-hour. */
function advise(
  kwOn: (month: number, quarter: number) => number,
  register: { fromDay?: string; untilDay?: string; setBy: 'operator' | 'user'; toDay: string; kw: number },
) {
  const { fromDay = '2025-12-01', untilDay = '2026-12-01', setBy, toDay, kw } = register
  const firstStartMs = localMidnightMs(fromDay)
  const count = (localMidnightMs(untilDay) - firstStartMs) / quarterHourMs
  const monthOf = (i: number) => new Date(firstStartMs + i * quarterHourMs + dayMs / 12).getUTCMonth() + 1
  const series = {
    firstStartMs,
    importMilliWh: Float64Array.from({ length: count }, (_, i) =>
      Math.round(kwOn(monthOf(i), i) * milliWhPerKw),
    ),
    exportMilliWh: null,
    isEstimated: new Uint8Array(count),
  }
  const entry = {
    ...{ fromDay: '2024-10-01', toDay, setBy, blocksKw: [kw, kw, kw, kw, kw] as BlockPowers },
    ...{ minimumPowerKw: 3.4, connectionPowerKw: 17, isValid: true, enteredOn: null },
  }
  const point = {
    ...{
      userGroup: 0 as const,
      isHousehold: true,
      connectionPowerKw: 17,
      phases: 3 as const,
      fuseAmpere: null,
    },
    ...{ tariffsCount: 2 as const, oldBillingPowerKw: null, operatingHours: null, agreedPowers: [entry] },
  }
  const context = buildFeeContext({ point, energyPrices: null })
  return advisePoint(buildLoadProfile(series), context, { adviceFrom: untilDay })
}

test('a winter and a spring say nothing of the summer: there is no advice before each month was read', () => {
  const pump = (month: number) => (month >= 5 && month <= 9 ? 12 : 0.1)
  const mine = { setBy: 'user', toDay: '9999-12-31', kw: 12 } as const
  expect(advise(pump, { ...mine, fromDay: '2025-11-01', untilDay: '2026-04-01' })).toMatchObject({
    ...{ unavailable: 'notEnoughData', advice: null, answer: null },
    data: { isEnough: false, missingHighSeason: [], possibleFrom: '2026-11-01' },
  })
  expect(advise(pump, mine).data.isEnough).toBe(true)
})

test('a season that comes every year makes a change sure, though other months are idle', () => {
  const lift = (month: number) => (month === 12 || month === 1 ? 15 : 0.2)
  const { advice } = advise(lift, { setBy: 'user', toDay: '9999-12-31', kw: 3.4 })
  expect(advice).toMatchObject({ kind: 'change', reason: null })
  expect(advice!.savingEur).toBeGreaterThan(1000)
})

test('powers of the operator that are known for the twelve months are changed where others cost less', () => {
  const even = () => 5
  const operator = { setBy: 'operator', kw: 12 } as const
  expect(advise(even, { ...operator, toDay: '2027-12-31' }).advice).toMatchObject({
    ...{ kind: 'change', nextOperatorEur: null },
    powersKw: [5, 5, 5, 5, 5],
  })
  // Where they end on the way, those that follow cost as little without any change.
  expect(advise(even, { ...operator, toDay: '2026-12-31' }).advice).toMatchObject({
    ...{ kind: 'keep', reason: 'operatorResets' },
  })
})

test('a little is not given up safety for: an even load that grows by a twentieth would cost more than was saved', () => {
  const even = (_: number, quarter: number) => 10 + (quarter % 5) * 0.1
  expect(advise(even, { setBy: 'user', toDay: '9999-12-31', kw: 10.8 }).advice).toMatchObject({
    ...{ kind: 'keep', reason: 'uncertain' },
  })
})
