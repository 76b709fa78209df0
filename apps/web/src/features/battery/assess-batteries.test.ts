import { household } from '@ohmstead/network-fee/testing/test-series'
import type { BatteryControl } from '@ohmstead/optimizer/sweep-battery-sizes'
import { describe, expect, it } from 'vitest'
import { judgePayback } from '../../shared/what-if/judge-payback.ts'
import { assessBatteries, findBestSize, isPriced, marginalEur } from './assess-batteries.ts'
import { defaultAssumptions, listSizes } from './battery-assumptions.ts'
import { mapControls, type SizeResult, type SweepAnswer } from './sweep-battery.ts'

const assumed = {
  ...defaultAssumptions(household([5, 5, 5, 5, 5])),
  eurPerKwh: 100,
  fixedEur: 100,
  calendarFadePercent: 0,
  cycleFadePercent: 0,
  discountPercent: 0,
}

function size(capacityKwh: number, saving: Record<BatteryControl, number[]>): SizeResult {
  return {
    capacityKwh,
    chargeKw: 1,
    dischargeKw: 1,
    yearly: mapControls((control) => ({
      meanEur: saving[control][0]!,
      samplesEur: saving[control],
      monthsKnown: 12,
    })),
    fullCyclesPerYear: { rule: 200, forecast: 250, perfect: 300 },
    powersKw: { rule: null, forecast: null, perfect: null },
  }
}

const assess = (...sizes: SizeResult[]) => assessBatteries({ sizes } as SweepAnswer, assumed)

describe('what a size is worth', () => {
  it('reaches from poor to good years of the available controls', () => {
    const [one] = assess(size(4, { rule: [20, 20], forecast: [60, 60], perfect: [900, 900] }))
    expect(one!.saving).toMatchObject({ low: 20, high: 60 })
    expect(one!.priceEur).toBe(500)
    expect([one!.low.npvEur, one!.high.npvEur]).toEqual([20 * 15 - 500, 60 * 15 - 500])
    expect(one!.low.paybackYears).toBeNull()
    expect(one!.high.paybackYears).toBe(9)
    expect(judgePayback(one!)).toBe('maybe')
  })

  it('is judged plainly', () => {
    const [sure, never] = assess(
      size(4, { rule: [100], forecast: [100], perfect: [100] }),
      size(4, { rule: [1], forecast: [1], perfect: [900] }),
    )
    expect([judgePayback(sure!), judgePayback(never!)]).toEqual(['sure', 'never'])
  })

  it('is best where its value is highest, else where most of the price is recovered', () => {
    const gaining = assess(
      size(2, { rule: [30], forecast: [30], perfect: [30] }),
      size(4, { rule: [60], forecast: [60], perfect: [60] }),
      size(6, { rule: [62], forecast: [62], perfect: [62] }),
    )
    expect(findBestSize(gaining)).toBe(1)
    const losing = assess(
      size(2, { rule: [5], forecast: [5], perfect: [5] }),
      size(4, { rule: [20], forecast: [20], perfect: [20] }),
      size(6, { rule: [21], forecast: [21], perfect: [21] }),
    )
    expect(findBestSize(losing)).toBe(1)
    const idle = [2, 4].map((kwh) => size(kwh, { rule: [-6], forecast: [-6], perfect: [-6] }))
    expect(findBestSize(assess(...idle))).toBe(0)
  })

  it('falls with every further kilowatt-hour', () => {
    const sizes = assess(
      size(2, { rule: [20], forecast: [30], perfect: [40] }),
      size(6, { rule: [24], forecast: [42], perfect: [60] }),
    )
    expect(marginalEur(sizes, ({ yearly }) => yearly.forecast.meanEur)).toEqual([15, 3])
  })
})

it('is judged if the network fee of some month is known', () => {
  const quality = {
    known: { fromMs: 0, toMs: 0 },
    intervals: 2976,
    filled: 0,
    estimated: 0,
    months: 2,
    hasPowerPart: true,
  }
  expect(isPriced({ quality: { ...quality, monthsWithoutTariff: ['jan-2025'] } })).toBe(true)
  expect(isPriced({ quality: { ...quality, monthsWithoutTariff: ['jan-2025', 'feb-2025'] } })).toBe(false)
})

describe('sizes to compare', () => {
  it('are fifteen up to 30 kWh for a household', () => {
    const sizes = listSizes(defaultAssumptions(household([5, 5, 5, 5, 5])))
    expect(sizes.map(({ capacityKwh }) => capacityKwh)).toEqual([
      2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30,
    ])
    expect(sizes[4]).toMatchObject({ chargeKw: 5, dischargeKw: 5 })
  })

  it('grow with the connection of a factory, and may share one power', () => {
    const factory = household([5, 5, 5, 5, 5], { isHousehold: false, connectionPowerKw: 1000 })
    const own = { ...defaultAssumptions(factory), hasFixedPower: true, fixedKw: 80 }
    const sizes = listSizes(own)
    expect(sizes.at(-1)).toEqual({ capacityKwh: 3000, chargeKw: 80, dischargeKw: 80 })
    // The basis of the calculation and the portfolio, whose saving is named here too.
    expect(own).toMatchObject({ levies: true, vat: true })
  })
})
