import { expect, test } from 'vitest'
import { buildFeeContext } from '../calculate-network-fee.ts'
import { buildPeriodProfile } from '../period-profile.ts'
import type { AgreedPowerEntry, BlockPowers } from '../powers/agreed-power.ts'
import { household, seriesOf } from '../testing/test-series.ts'
import type { PowerAdvice } from './advise-agreed-power.ts'
import { advisePoint } from './advise-point.ts'

const adviceFrom = '2026-12-01'

interface Asked {
  blocksKw: BlockPowers
  setBy?: AgreedPowerEntry['setBy']
  toDay?: string
  powerKw?: (day: { year: number; month: number }, place: number) => number
}

/** Advice for December 2026 from two years of readings, of one kilowatt where nothing else is said. */
function advise({ blocksKw, setBy = 'user', toDay = '2027-12-31', powerKw = () => 1 }: Asked) {
  const point = household(blocksKw)
  Object.assign(point.agreedPowers![0]!, { setBy, toDay })
  const dayOf = (startMs: number) => {
    const day = new Date(startMs)
    return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1 }
  }
  const series = seriesOf('2024-12-01', adviceFrom, (startMs, place) => powerKw(dayOf(startMs), place))
  const context = buildFeeContext({ point, energyPrices: null, options: { levies: true, vat: true } })
  const { advice, comparison } = advisePoint(buildPeriodProfile(series), context, { adviceFrom })
  const costOf = (name: string) => comparison!.choices.find((choice) => choice.name === name)!.costEur
  return { advice: advice as PowerAdvice, costOf }
}

/** Twelve kilowatts for half of each day in two months of one winter. */
const lively: Asked['powerKw'] = ({ year, month }, place) =>
  year === 2026 && month < 3 && place % 96 < 48 ? 12 : 1
/** A quarter of an hour with nine kilowatts on each day of the last winter. */
const lastWinter: Asked['powerKw'] = ({ year, month }, place) =>
  year === 2026 && month < 3 && place % 96 === 40 ? 9 : 1

test('powers of one’s own that are too high are to be lowered, also where that saves little each year', () => {
  const { advice, costOf } = advise({ blocksKw: [3.8, 3.8, 3.8, 3.8, 3.8] })
  expect(advice).toMatchObject({ kind: 'change', reason: null, powersKw: [3.4, 3.4, 3.4, 3.4, 3.4] })
  expect(advice.savingEur).toBeCloseTo(costOf('current') - costOf('optimised'), 9)
  expect(advice.savingEur).toBeGreaterThan(1)
  expect(advice.savingEur).toBeLessThan(25)
})

test('nobody writes to the operator for less than a euro a year', () => {
  const { advice, costOf } = advise({ blocksKw: [3.4, 3.4, 3.4, 3.4, 17] })
  expect(advice).toMatchObject({ kind: 'keep', reason: 'cheapest', savingEur: null })
  expect(costOf('current')).toBeGreaterThan(costOf('optimised') + 0.1)
})

test('a large saving that only livelier months bring may be chance, and changes nothing', () => {
  const { advice, costOf } = advise({ blocksKw: [4, 4, 4, 4, 4], powerKw: lively })
  expect(costOf('current') - costOf('optimised')).toBeGreaterThan(100)
  expect(advice).toMatchObject({ kind: 'keep', reason: 'uncertain', powersKw: [4, 4, 4, 4, 4] })
})

test('powers of the operator that it sets lower next year by itself are kept where the register ends', () => {
  const asked: Asked = { blocksKw: [9, 9, 9, 9, 9], setBy: 'operator' }
  const kept = advise({ ...asked, toDay: '2026-12-31' })
  expect(kept.advice).toMatchObject({ kind: 'keep', reason: 'operatorResets', savingEur: null })
  expect(kept.costOf('operatorDefault')).toBe(kept.costOf('optimised'))
  // The register says that they stay, or they are one's own.
  expect(advise(asked).advice.kind).toBe('change')
  expect(advise({ ...asked, setBy: 'user', toDay: '2026-12-31' }).advice.kind).toBe('change')
})

test('what the operator sets next is named by the last winter, unless the register says it already', () => {
  const blocksKw: BlockPowers = [3.4, 3.4, 3.4, 3.4, 3.4]
  const asked: Asked = { blocksKw, setBy: 'operator', powerKw: lastWinter }
  const open = advise({ ...asked, toDay: '2026-12-31' })
  expect(open.advice.nextOperatorEur).toBe(open.costOf('operatorDefault'))
  expect(open.advice.nextOperatorEur).toBeGreaterThan(2 * open.costOf('current'))
  expect(advise(asked).advice.nextOperatorEur).toBeNull()
  // Powers of one's own stay as they are.
  expect(advise({ ...asked, setBy: 'user', toDay: '2026-12-31' }).advice.nextOperatorEur).toBeNull()
})

test('powers count as the operator’s only where it set them for the whole year', () => {
  const point = household([9, 9, 9, 9, 9])
  const [entry] = point.agreedPowers!
  const [first, second]: AgreedPowerEntry[] = [
    { ...entry!, toDay: '2027-05-31' },
    { ...entry!, fromDay: '2027-06-01', setBy: 'user' },
  ]
  const profile = buildPeriodProfile(seriesOf('2024-12-01', adviceFrom, () => 1))
  const ask = (agreedPowers: AgreedPowerEntry[]) =>
    advisePoint(
      profile,
      buildFeeContext({ point: { ...point, agreedPowers }, energyPrices: null, options: {} }),
      { adviceFrom, resamples: 10 },
    )
  const mixed = ask([first!, second!])
  expect([mixed.comparison!.isOperatorDefaultInUse, mixed.advice!.kind]).toEqual([false, 'change'])
  const operators = ask([first!, { ...second!, setBy: 'operator' }])
  expect(operators.comparison!.isOperatorDefaultInUse).toBe(true)
})

test('months that the register does not reach keep the last powers in it, not the first', () => {
  const point = household([9, 9, 9, 9, 9])
  const [entry] = point.agreedPowers!
  const agreedPowers: AgreedPowerEntry[] = [
    { ...entry!, toDay: '2026-06-30' },
    { ...entry!, fromDay: '2026-07-01', toDay: '2026-12-31', blocksKw: [3.8, 3.8, 3.8, 3.8, 3.8] },
  ]
  const context = buildFeeContext({ point: { ...point, agreedPowers }, energyPrices: null, options: {} })
  const profile = buildPeriodProfile(seriesOf('2025-12-01', adviceFrom, () => 1))
  const { comparison } = advisePoint(profile, context, { adviceFrom, resamples: 10 })
  const current = comparison!.choices.find(({ name }) => name === 'current')!
  expect(current.powersKw).toEqual([3.8, 3.8, 3.8, 3.8, 3.8])
})

test('a flat load is not cut to its last kilowatt: it would exceed it for months with a little growth', () => {
  const { advice, costOf } = advise({ blocksKw: [6.5, 6.5, 6.5, 6.5, 6.5], powerKw: () => 6 })
  expect(costOf('current') - costOf('optimised')).toBeGreaterThan(10)
  expect(advice).toMatchObject({ kind: 'keep', reason: 'uncertain' })
})
