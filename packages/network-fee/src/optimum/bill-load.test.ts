import { describe, expect, it } from 'vitest'
import { calculateChosen } from '../calculate-network-fee.ts'
import { buildLoadProfile } from '../load-profile.ts'
import type { AgreedPowerEntry, BlockPowers } from '../powers/agreed-power.ts'
import { findMonthPowers } from '../powers/month-powers.ts'
import { calculateNewSystemMonth } from '../systems/new-system.ts'
import { contextOf, household, seriesOf } from '../testing/test-series.ts'
import { createLoadBiller } from './bill-load.ts'
import { optimiseAgreedPower } from './optimise-agreed-power.ts'
import { randomSequence } from './random-sequence.ts'

const random = randomSequence(11)
const series = seriesOf('2025-03-01', '2026-01-01', () => 0.3 + 9 * random() ** 6)
const profile = buildLoadProfile(series)
const importKwh = series.importMilliWh.map((milliWh) => milliWh / 1e6)
const prices = { vt: 0.13, mt: 0.09, et: null }
const limits = { minimumPowerKw: 3.4, connectionPowerKw: 17 }
const operatorKw: BlockPowers = [6, 6, 6, 7, 8]
const chosenByUser = household([4, 4, 4, 4, 4])
const byUser = {
  ...chosenByUser,
  agreedPowers: chosenByUser.agreedPowers!.map((entry): AgreedPowerEntry => ({ ...entry, setBy: 'user' })),
}
const options = {
  levies: false,
  vat: true,
  newSystemBeforeStart: 'noTariff',
  oldSystemAfterEnd: 'lastTable',
} as const

describe('the bill of another load', () => {
  const context = contextOf(byUser, { prices, options })
  const biller = createLoadBiller(profile, context, limits)
  const bill = biller.billOf(importKwh)

  it('equals the calculation, except for the rounding of lines', () => {
    const powersKw = optimiseAgreedPower(profile, context, limits)!.powersKw
    expect(bill.powersKw).toEqual(powersKw)
    const months = calculateChosen(profile, powersKw, 'optimised', context)
    expect(months).toHaveLength(10)
    months.forEach((month, place) => {
      const { energyEur, powerEur } = bill.months[place]!
      expect(Math.abs(energyEur + powerEur - month.grandTotal!.amount)).toBeLessThan(0.1)
    })
  })

  it('with the current powers equals the cost of the month now', () => {
    const now = biller.currentBillOf(importKwh)!
    profile.months.forEach((load, place) => {
      const month = calculateNewSystemMonth(load, findMonthPowers(load, context), context)
      const { energyEur, powerEur } = now.months[place]!
      expect(Math.abs(energyEur + powerEur - month.grandTotal!.amount)).toBeLessThan(0.1)
    })
    expect(now.totalEur).toBeGreaterThan(bill.totalEur)
  })

  it('has a price per interval: the cost of one more kilowatt-hour', () => {
    const more = importKwh.slice()
    // A quarter-hour that stays below every power.
    const place = importKwh.findIndex((kwh) => kwh < 0.1)
    more[place]! += 0.01
    const added = biller.billOf(more).totalEur - bill.totalEur
    expect(added).toBeCloseTo(0.01 * biller.importEurPerKwh[place]!, 9)
  })
})

it("keeps the operator's powers if their excess is not charged and that is cheaper", () => {
  const biller = createLoadBiller(
    profile,
    contextOf(household([3.4, 3.4, 3.4, 3.4, 3.4]), { prices }),
    limits,
  )
  const bill = biller.billOf(importKwh)
  expect(bill.powersKw).toBeNull()
  expect(bill.totalEur).toBe(biller.currentBillOf(importKwh)!.totalEur)
  const dear = createLoadBiller(profile, contextOf(household(operatorKw), { prices }), limits)
  expect(dear.billOf(importKwh.map((kwh) => kwh / 10)).powersKw).toEqual([3.4, 3.4, 3.4, 3.4, 3.4])
})

it('replaces powers of one’s own that are no longer permitted, though they are cheaper', () => {
  const low = household([2, 2, 2, 2, 2])
  low.agreedPowers![0]!.setBy = 'user'
  const biller = createLoadBiller(profile, contextOf(low, { prices }), limits)
  const small = importKwh.map(() => 0.1)
  const bill = biller.billOf(small)
  expect(bill.powersKw).toEqual([3.4, 3.4, 3.4, 3.4, 3.4])
  expect(bill.totalEur).toBeGreaterThan(biller.currentBillOf(small)!.totalEur)
})

it('names the months without a known fee and counts only energy in them', () => {
  const point = { ...household(operatorKw), userGroup: 2 as const }
  const biller = createLoadBiller(profile, contextOf(point, { prices }), limits)
  expect(biller.monthsWithoutTariff).toHaveLength(10)
  const { months } = biller.billOf(importKwh)
  expect(months.every(({ powerEur }) => powerEur === 0)).toBe(true)
  expect(Math.max(...biller.importEurPerKwh)).toBe(0.13)
})

it.each(['missing', 'estimated'])('lets no %s readings set a power', (kind) => {
  const places = Array.from({ length: 12 }, (_, at) => 600 + at)
  const isMissing = (place: number) => kind === 'missing' && places.includes(place)
  const load = seriesOf('2025-03-01', '2025-05-01', (_, place) => (isMissing(place) ? null : 1))
  if (kind === 'estimated') for (const place of places) load.isEstimated[place] = 1
  const filled = load.importMilliWh.map(() => 0.25)
  for (const place of places) filled[place] = 4
  const biller = createLoadBiller(buildLoadProfile(load), contextOf(byUser, { prices }), limits)
  const lowest = [3.4, 3.4, 3.4, 3.4, 3.4]
  expect(biller.billOf(filled).powersKw).toEqual(lowest)
  const measured = buildLoadProfile(seriesOf('2025-03-01', '2025-05-01', () => 1))
  const counted = createLoadBiller(measured, contextOf(byUser, { prices }), limits)
  expect(counted.billOf(filled).powersKw).not.toEqual(lowest)
})
