import { addExact, formatExact, multiplyExact, parseExact, zero } from '@ohmstead/domain/money/exact'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { timeBlockAt } from '@ohmstead/network-fee/calendar/time-block'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bill } from './bill.ts'
import type { BillMonth } from './bill-model.ts'
import { costSeries } from './cost-series.ts'
import { anyWorld } from './testing/any-world.ts'
import { makeShared } from './testing/made-shared.ts'
import { housePoint, makeEnergies, makeList, makeWorld } from './testing/made-world.ts'
import { billMonthNaively } from './testing/naive-location-bill.ts'
import { sumTexts } from './testing/sum-texts.ts'

const lastDay = (month: string) => `${month}-${Temporal.PlainYearMonth.from(month).daysInMonth}`
const nextMonth = (month: string) => Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
const published = makeWorld(
  [makeList({ network: { kind: 'published' }, taxes: { published: true, rows: [] } })],
  { point: housePoint() },
)
const ofPart = ({ lines }: BillMonth, part: string) => lines.filter((line) => line.part === part)
const kwh = (milliWh: number) => formatExact({ digits: BigInt(milliWh), scale: 6 })

test('a bill with shared energy is that of working it out quarter-hour by quarter-hour', () => {
  fc.assert(
    fc.property(anyWorld, fc.integer({ min: 1, max: 1e6 }), ({ world, month, zone }, seed) => {
      const made = { zone, seed, hasExport: true, gaps: 0.02 }
      const energies = makeEnergies(`${month}-01`, `${nextMonth(month)}-01`, made)
      const shared = makeShared(energies, seed)
      const { months } = bill(world, energies, { from: `${month}-01`, to: lastDay(month), shared })
      const { totals, exact, missing } = months[0]!
      const naive = billMonthNaively(world, energies, month, shared)
      // A price that only shared energy would have needed is not missed.
      if (!naive.isKnown || missing.length > 0) return
      expect(totals).toMatchObject({ net: naive.net, vat: naive.vat, feedIn: naive.feedIn })
      expect(exact).toMatchObject({ net: naive.exactNet, vat: naive.exactVat, feedIn: naive.exactFeedIn })
    }),
    { numRuns: 40 },
  )
})

describe('shared energy', () => {
  const energies = makeEnergies('2026-03-01', '2026-04-01', { hasExport: true, gaps: 0.01 })
  const period = { from: '2026-03-01', to: '2026-03-31' }
  const alone = bill(published, energies, period).months[0]!

  test('pays the network, levies and power as all other', () => {
    const shared = makeShared(energies, 7)
    const month = bill(published, energies, { ...period, shared }).months[0]!
    for (const part of ['networkEnergy', 'networkPower', 'excessPower', 'levies'])
      expect(ofPart(month, part)).toEqual(ofPart(alone, part))
    expect(Number(month.totals.net)).toBeLessThan(Number(alone.totals.net))
  })

  test('of a community pays transmission and the reduced distribution rate of its case, block by block', () => {
    const shared = makeShared(energies, 7, { kind: 'reduced', case: 2 })
    const month = bill(published, energies, { ...period, shared }).months[0]!
    const rates = [0, 0.00671 + 0.00563, 0.00551 + 0.00482, 0.00602 + 0.00473, 0.0044 + 0.0033]
    const received = new Float64Array(5)
    shared.receivedMilliWh.forEach((energy, i) => {
      received[timeBlockAt(energies.firstStartMs + i * 900_000) - 1]! += energy
    })
    for (const block of [2, 3, 4, 5]) {
      const line = ofPart(month, 'networkEnergy').find(({ name }) => name === `sharedBlock${block}`)!
      expect(line.quantity!.amount).toBe(kwh(received[block - 1]!))
      expect(Number(line.unitPrice)).toBeCloseTo(rates[block - 1]!, 9)
      expect(line.confidence).toBe('low')
      expect(line.source).toEqual({ kind: 'published', rateId: 'communityEnergy/2026-03-01/0' })
      const rest = ofPart(month, 'networkEnergy').find(({ name }) => name === `block${block}`)!
      const whole = ofPart(alone, 'networkEnergy').find(({ name }) => name === `block${block}`)!
      expect(sumTexts([rest.quantity!.amount, line.quantity!.amount])).toBe(whole.quantity!.amount)
      expect(rest.unitPrice).toBe(whole.unitPrice)
    }
    for (const part of ['networkPower', 'excessPower', 'levies'])
      expect(ofPart(month, part)).toEqual(ofPart(alone, part))
  })

  test('costs the same however the month is cut', () => {
    const shared = makeShared(energies, 7, { kind: 'reduced', case: 5 })
    const edges = Array.from({ length: 32 }, (_, day) =>
      localMidnightMs(day < 31 ? `2026-03-${String(day + 1).padStart(2, '0')}` : '2026-04-01'),
    )
    const { buckets, totals } = costSeries(published, energies, edges, undefined, shared)
    const whole = bill(published, energies, { ...period, shared })
    const sum = buckets.map(({ importCost }) => parseExact(importCost!.text)).reduce(addExact, zero)
    expect(formatExact(sum)).toBe(sumTexts([whole.exact.net, whole.exact.vat]))
    expect(totals.importCost).toBe(sumTexts([whole.totals.net, whole.totals.vat]))
  })

  test('of a community and the rest are what was taken, from day to day', () => {
    const shared = makeShared(energies, 7, { kind: 'reduced', case: 5 })
    for (const to of ['2026-03-03', '2026-03-17', '2026-03-30']) {
      const days = { from: '2026-03-01', to }
      const [with_, without] = [{ ...days, shared }, days].map((asked) =>
        ofPart(bill(published, energies, asked).months[0]!, 'networkEnergy'),
      )
      const sum = (lines: typeof with_, suffix: string) =>
        sumTexts(lines!.filter(({ name }) => name.endsWith(suffix)).map(({ quantity }) => quantity!.amount))
      for (const block of ['lock2', 'lock3', 'lock4', 'lock5'])
        expect(sum(with_, block)).toBe(sum(without, block))
    }
  })

  test('whose case or rate is unknown makes the bill unknown, and only where something was received', () => {
    const unknown = makeShared(energies, 7, { kind: 'reduced', case: null })
    const month = bill(published, energies, { ...period, shared: unknown }).months[0]!
    expect(month.totals.payable).toBeNull()
    expect(month.missing).toContainEqual({ kind: 'noTariff', networkTariffId: null })
    const nothing = { ...unknown, receivedMilliWh: new Float64Array(energies.importMilliWh.length) }
    const given = bill(published, energies, { ...period, shared: nothing }).months[0]!
    expect(given.totals.payable).toBe(alone.totals.payable)
  })

  test('saves the supplier its price and the tax on it', () => {
    const world = makeWorld(
      [
        makeList({
          isMultiTariff: false,
          buy: { kind: 'fixed', t0: '0.1', t1: null, t2: null },
          taxes: { published: true, rows: [] },
        }),
      ],
      { point: housePoint() },
    )
    const shared = makeShared(energies, 7)
    const with_ = bill(world, energies, { ...period, shared })
    const without = bill(world, energies, period)
    const received = parseExact(kwh(shared.receivedMilliWh.reduce((sum, one) => sum + one, 0)))
    const saved = multiplyExact(received, parseExact('0.122'))
    expect(sumTexts([with_.exact.payable, formatExact(saved)])).toBe(without.exact.payable)
  })

  test('that is more than was read, of no reading or no whole number is refused', () => {
    const none = new Float64Array(energies.importMilliWh.length)
    const { firstStartMs } = energies
    const frame = { firstStartMs, network: { kind: 'full' as const }, givenMilliWh: none }
    const refuse = (place: number, energy: number) => {
      const receivedMilliWh = none.with(place, energy)
      expect(() => bill(published, energies, { ...period, shared: { ...frame, receivedMilliWh } })).toThrow(
        RangeError,
      )
    }
    refuse(5, energies.importMilliWh[5]! + 1)
    refuse(energies.importMilliWh.findIndex(Number.isNaN), 1)
    refuse(5, 0.5)
    refuse(5, -1)
    const moved = { ...frame, receivedMilliWh: none, firstStartMs: firstStartMs + 1 }
    expect(() => bill(published, energies, { ...period, shared: moved })).toThrow(RangeError)
    const withoutExport = { ...energies, exportMilliWh: null }
    const given = { ...frame, receivedMilliWh: none, givenMilliWh: none.with(3, 1) }
    expect(() => bill(published, withoutExport, { ...period, shared: given })).toThrow(RangeError)
  })
})
