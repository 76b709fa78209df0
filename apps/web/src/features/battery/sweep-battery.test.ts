import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { describe, expect, it } from 'vitest'
import type { PortalReadings } from '../../shared/portal/portal-readings.ts'
import { exchangeOf } from '../../shared/what-if/battery-exchange.ts'
import { runBatteryWeek } from './run-battery-week.ts'
import { type SweepQuestion, sweepBattery } from './sweep-battery.ts'

const random = randomSequence(5)
const hourMs = 3_600_000

/** Two months with the sun of a clear day and a load in the evening. */
function buildReadings(gap: readonly number[] = []): PortalReadings {
  const net = seriesOf('2025-06-01', '2025-08-01', () => 0)
  const exportMilliWh = new Float64Array(net.importMilliWh.length)
  net.importMilliWh.forEach((_, i) => {
    const hour = ((net.firstStartMs + i * 900_000) / hourMs + 2) % 24
    const sunKw = 4 * Math.max(Math.sin(((hour - 6) / 12) * Math.PI), 0)
    const kw = (hour > 18 && hour < 23 ? 2 : 0.3) + 0.2 * random() - sunKw
    net.importMilliWh[i] = gap.includes(i) ? Number.NaN : Math.round(Math.max(kw, 0) * 250_000)
    exportMilliWh[i] = Math.round(Math.max(-kw, 0) * 250_000)
  })
  return { series: { ...net, exportMilliWh } } as unknown as PortalReadings
}

const question: SweepQuestion = {
  point: household([6, 6, 6, 6, 6]),
  prices: { vt: 0.14, mt: 0.1, et: null },
  adviceFrom: '2026-12-01',
  levies: true,
  vat: true,
  feedInEurPerKwh: 0.03,
  kind: { roundTrip: 0.9, standbyW: 0, wearEurPerKwh: 0 },
  sizes: [4, 8].map((capacityKwh) => ({ capacityKwh, chargeKw: 3, dischargeKw: 3 })),
}
const nobody = () => {}

describe('a sweep over sizes', () => {
  it('saves at least the value of storing the sun instead of feeding it in', async () => {
    const answer = (await sweepBattery(buildReadings(), question, nobody))!
    const [small, large] = answer.sizes
    // A cycle a day in the four months represented by these two: a third is lost to feed-in and efficiency.
    expect(small!.yearly.rule.meanEur).toBeGreaterThan(4 * 365 * 0.8 * 0.1)
    expect(small!.fullCyclesPerYear.rule).toBeGreaterThan(340)
    expect(large!.yearly.rule.meanEur).toBeGreaterThan(small!.yearly.rule.meanEur)
    for (const { yearly } of answer.sizes)
      for (const control of ['rule', 'forecast'] as const)
        expect(yearly.perfect.meanEur).toBeGreaterThanOrEqual(yearly[control].meanEur)
    expect(answer).toMatchObject({ hasExport: true, monthsKnown: 2, quality: { filled: 0 } })
    // Two months of summer say nothing about the agreed power.
    expect(answer.advice).toBeNull()
  })

  it('reports progress, and ends when nobody waits any more', async () => {
    const reported: number[] = []
    await sweepBattery(buildReadings(), question, (progress) => reported.push(progress))
    expect(reported).toEqual([0.5, 1])
    const stopped = sweepBattery(buildReadings(), question, () => {
      throw new Error('nobody waits')
    })
    await expect(stopped).rejects.toThrow('nobody waits')
  })

  it('charges standby to the battery', async () => {
    const idle = { ...question, sizes: [{ capacityKwh: 1e-9, chargeKw: 3, dischargeKw: 3 }] }
    const answer = (await sweepBattery(
      buildReadings(),
      { ...idle, kind: { ...question.kind, standbyW: 100 } },
      nobody,
    ))!
    const saving = answer.sizes[0]!.yearly.rule.meanEur
    expect(saving).toBeLessThan(-0.1 * 8766 * 0.03)
    expect(saving).toBeGreaterThan(-0.1 * 8766 * 0.25)
  })

  it('counts filled gaps, and has no answer without readings', async () => {
    expect((await sweepBattery(buildReadings([900, 901]), question, nobody))!.quality.filled).toBe(2)
    const none = { series: seriesOf('2025-06-01', '2025-06-03', () => null) } as PortalReadings
    expect(await sweepBattery(none, question, nobody)).toBeNull()
  })
})

it('leaves import and export within the same quarter-hour alone', () => {
  const before = { importKwh: Float64Array.of(0.3, 0), exportKwh: Float64Array.of(0.1, 0.5) }
  const run = { importKwh: Float64Array.of(0.2, 0), exportKwh: Float64Array.of(0, 0.5) }
  const { importKwh, exportKwh } = exchangeOf(before, run, { standbyW: 0 })
  expect([...importKwh].map((kwh) => kwh.toFixed(3))).toEqual(['0.300', '0.000'])
  expect([...exportKwh].map((kwh) => kwh.toFixed(3))).toEqual(['0.100', '0.500'])
})

describe('a week', () => {
  const week = { ...question, size: question.sizes[0]!, control: 'rule' as const, fromMs: null }

  it('balances in every quarter-hour and begins at midnight', () => {
    const found = runBatteryWeek(buildReadings(), week)!
    expect(found.ts).toHaveLength(672)
    expect(new Date(found.fromMs).toISOString()).toMatch(/T22:00:00/)
    found.gridW.forEach((gridW, i) => {
      expect(gridW).toBeCloseTo(found.houseW[i]! + found.chargeW[i]! - found.dischargeW[i]!, 6)
    })
    expect(Math.max(...found.stateOfCharge)).toBeCloseTo(100, 6)
  })

  it('is the requested one, within the readings', () => {
    const fromMs = Date.UTC(2025, 5, 9, 22)
    const found = runBatteryWeek(buildReadings(), { ...week, fromMs })!
    expect(found.fromMs).toBe(fromMs)
    expect(found.firstMs).toBe(Date.UTC(2025, 4, 31, 22))
    expect(found.lastMs).toBe(Date.UTC(2025, 6, 24, 22))
  })

  it('marks filled gaps, and is null with less than seven days', () => {
    const first = runBatteryWeek(buildReadings([10]), { ...week, fromMs: Date.UTC(2025, 4, 31, 22) })!
    expect(first.isFilled[10]).toBe(1)
    const short = { series: seriesOf('2025-06-01', '2025-06-05', () => 1) } as PortalReadings
    expect(runBatteryWeek(short, week)).toBeNull()
  })
})
