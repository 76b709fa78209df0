import {
  addExact,
  compareExact,
  formatExact,
  parseExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { bill } from '@ohmstead/pricing/bill'
import { housePoint, makeList, makeSpot, makeWorld } from '@ohmstead/pricing/testing/made-world'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateSavings } from './calculate-savings.ts'
import { type BalanceSeries, savingParts } from './savings-model.ts'
import { type MadeBalance, makeBalance } from './testing/made-balance.ts'

const sinceMs = localMidnightMs('2026-04-01')
const fromMs = localMidnightMs('2026-06-01')
const runFromMs = localMidnightMs('2026-05-18')
const toMs = localMidnightMs('2026-07-01')

const published = { network: { kind: 'published' as const }, taxes: { published: true, rows: [] } }
const selling = { hasExportPrice: true, sell: { kind: 'fixed' as const, t0: '0.03', t1: null, t2: null } }

const flatWorld = makeWorld(
  [
    makeList({
      ...published,
      ...selling,
      isMultiTariff: false,
      buy: { kind: 'fixed', t0: '0.12', t1: null, t2: null },
    }),
  ],
  { point: housePoint() },
)
const spotWorld = makeWorld(
  [
    makeList({
      ...published,
      ...selling,
      buy: {
        ...{ kind: 'spot_market', region: 'SI', factor: '1', markup: '0.01', floor: null },
        ...{ hourlyCap: null, monthlyCap: null, substitute: null },
      },
    }),
  ],
  { point: housePoint(), spot: { SI: makeSpot(sinceMs, toMs) } },
)

const savingsOf = (balance: BalanceSeries, world = flatWorld, edgesMs?: number[]) =>
  calculateSavings(world, balance, {
    periods: [{ fromMs, toMs, sinceMs, runFromMs, ...(edgesMs && { edgesMs }) }],
  })[0]!

const made = (changes: MadeBalance = {}) => makeBalance(sinceMs, toMs, changes)

const anyHouse = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  peakKw: fc.constantFrom(0, 3, 9),
  capacityKwh: fc.constantFrom(0, 5, 12),
  gaps: fc.constantFrom(0, 0, 0.01, 0.1),
  isControlled: fc.boolean(),
})

describe('savings', () => {
  it('add up exactly to baseline − actual, in every house and with every gap', () => {
    fc.assert(
      fc.property(anyHouse, fc.constantFrom(flatWorld, spotWorld), (house, world) => {
        const { baseline, actual, saved, parts, coalitions, compared, leftOut, quarterHours } = savingsOf(
          made(house),
          world,
        )
        const sum = savingParts.map((part) => parseExact(parts[part]!)).reduce(addExact, zero)
        expect(compareExact(sum, subtractExact(parseExact(baseline!), parseExact(actual!)))).toBe(0)
        expect(formatExact(sum, 2)).toBe(saved)
        expect(coalitions[0]).toMatchObject({ parts: [], cost: baseline })
        expect(coalitions.at(-1)!.cost).toBe(actual)
        const left = Object.values(leftOut).reduce((all, one) => all + one, 0)
        expect(compared + left).toBe(quarterHours)
        if (house.peakKw === 0) expect(Number(parts.solar)).toBe(0)
        if (house.capacityKwh === 0) expect([Number(parts.battery), Number(parts.control)]).toEqual([0, 0])
      }),
      { numRuns: 25 },
    )
  })

  it('take as actual the very bill of the month where nothing was left out', () => {
    const balance = made({ isControlled: true })
    const own = bill(
      spotWorld,
      { ...balance, isEstimated: balance.isEstimated },
      { from: '2026-06-01', to: '2026-06-30' },
    )
    const found = savingsOf(balance, spotWorld)
    expect(found.actual).toBe(own.totals.payable)
    expect(found).toMatchObject({ isProvisional: false, compared: 30 * 96 })
  })

  it('are nothing for control where the battery follows the simple rule', () => {
    const { parts, figures, coalitions } = savingsOf(made())
    expect(figures).toMatchObject({ isRoundTripAssumed: false })
    expect(figures!.capacityKwh).toBeGreaterThan(7.6)
    expect(figures!.capacityKwh).toBeLessThan(8.4)
    expect(figures!.roundTrip).toBeCloseTo(0.9025, 2)
    const cost = (key: string) => Number(coalitions.find((one) => one.parts.join('+') === key)!.cost)
    expect(Math.abs(cost('solar+battery') - cost('solar+battery+control'))).toBeLessThan(0.15)
    expect(Number(parts.solar)).toBeGreaterThan(10)
    expect(Number(parts.battery)).toBeGreaterThan(3)
  })

  it('say that control cost something where it charges from the grid without a reason', () => {
    const { coalitions } = savingsOf(made({ isControlled: true }))
    const cost = (key: string) => Number(coalitions.find((one) => one.parts.join('+') === key)!.cost)
    expect(cost('solar+battery+control')).toBeGreaterThan(cost('solar+battery'))
  })

  it('credit control with nothing where nobody charges the battery from the grid', () => {
    const { parts, coalitions } = savingsOf(made(), spotWorld)
    const cost = (key: string) => Number(coalitions.find((one) => one.parts.join('+') === key)!.cost)
    expect(cost('battery+control')).toBe(cost(''))
    expect(Math.abs(Number(parts.control))).toBeLessThan(0.06)
    // A third of what it did better or worse than the rule: two other parts are needed for it.
    const beyond = cost('solar+battery') - cost('solar+battery+control')
    expect(Math.abs(Number(parts.control) - beyond / 3)).toBeLessThan(0.011)
  })

  it('let as much flow both ways within a quarter-hour as was measured', () => {
    const balance = made()
    for (const row of [balance.importMilliWh, balance.exportMilliWh!])
      for (let i = 0; i < row.length; i++) row[i]! += 20_000
    const [plain, both] = [savingsOf(made()), savingsOf(balance)]
    const costs = ({ coalitions }: typeof plain) =>
      Object.fromEntries(coalitions.map(({ parts, cost }) => [parts.join('+'), Number(cost)]))
    const [without, withBoth] = [costs(plain), costs(both)]
    expect(withBoth['']).toBe(without[''])
    const dearer = withBoth['solar+battery+control']! - without['solar+battery+control']!
    expect(dearer).toBeGreaterThan(1)
    expect(withBoth['solar+battery']! - without['solar+battery']!).toBeCloseTo(dearer, 1)
  })

  it('leave what is unknown out of all sets alike, and say so', () => {
    const whole = made()
    const holed = made()
    const day = Math.round((localMidnightMs('2026-06-10') - sinceMs) / 900_000)
    for (let i = day; i < day + 3 * 96; i++) holed.productionMilliWh![i] = Number.NaN
    const [all, some] = [savingsOf(whole), savingsOf(holed)]
    expect(some.leftOut).toEqual({ grid: 0, solar: 288, battery: 0, contradictory: 0 })
    expect(some.isProvisional).toBe(true)
    expect(Number(some.baseline)).toBeLessThan(Number(all.baseline))
    expect(Number(some.saved)).toBeLessThan(Number(all.saved))
    const unread = (row: Float64Array) =>
      row.map((energy, i) => (i < day || i >= day + 288 ? energy : Number.NaN))
    const own = {
      ...{
        ...holed,
        importMilliWh: unread(holed.importMilliWh),
        exportMilliWh: unread(holed.exportMilliWh!),
      },
    }
    const billed = bill(flatWorld, own, { from: '2026-06-01', to: '2026-06-30' })
    expect(some.actual).toBe(billed.totals.payable)
    holed.importMilliWh.fill(Number.NaN)
    expect(savingsOf(holed)).toMatchObject({
      compared: 0,
      baseline: null,
      saved: null,
      parts: { solar: null },
    })
  })

  it('count what is estimated, and leave a stretch that was not read unknown', () => {
    const balance = made()
    const day = Math.round((localMidnightMs('2026-06-10') - sinceMs) / 900_000)
    balance.isEstimated.fill(1, day, day + 7)
    balance.importMilliWh.fill(Number.NaN, day + 96, day + 2 * 96)
    // What is estimated and not compared at all counts nothing.
    balance.isEstimated[day + 100] = 1
    const edges = Array.from({ length: 31 }, (_, at) => fromMs + at * 86_400_000)
    const { estimated, buckets, compared } = savingsOf(balance, flatWorld, edges)
    expect(estimated).toBe(7)
    expect(compared).toBe(29 * 96)
    expect(buckets.flatMap(({ baseline }, at) => (baseline === null ? [at] : []))).toEqual([10])
    expect(buckets[10]).toEqual({
      ...{ baseline: null, actual: null, parts: { solar: null, battery: null, control: null } },
    })
  })

  it('are unknown for panels whose feed-in nobody read', () => {
    const { compared, saved, leftOut } = savingsOf({ ...made(), exportMilliWh: null })
    expect([compared, saved, leftOut.grid]).toEqual([0, null, 30 * 96])
  })

  it('are nothing where there is nothing that could save', () => {
    const plain = makeBalance(sinceMs, toMs, { peakKw: 0, capacityKwh: 0 })
    const { coalitions, saved, has } = savingsOf({ ...plain, exportMilliWh: null })
    expect(coalitions.map(({ parts }) => parts)).toEqual([[]])
    expect([saved, has]).toEqual(['0.00', { solar: false, battery: false }])
  })

  it('of a battery begin when it came', () => {
    const balance = made()
    const came = Math.round((localMidnightMs('2026-06-16') - sinceMs) / 900_000)
    // Before it the same house without it.
    for (let i = 0; i < came; i++) {
      const net =
        balance.importMilliWh[i]! -
        balance.exportMilliWh![i]! -
        balance.chargeMilliWh![i]! +
        balance.dischargeMilliWh![i]!
      balance.importMilliWh[i] = Math.max(net, 0)
      balance.exportMilliWh![i] = Math.max(-net, 0)
      balance.chargeMilliWh![i] = 0
      balance.dischargeMilliWh![i] = 0
    }
    const late = { ...balance, batterySpan: { fromMs: localMidnightMs('2026-06-16'), toMs } }
    const edges = [fromMs, localMidnightMs('2026-06-16'), toMs]
    const [before, after] = savingsOf(late, flatWorld, edges).buckets
    expect([Number(before!.parts.battery), Number(before!.parts.control)]).toEqual([0, 0])
    expect(Number(after!.parts.battery)).toBeGreaterThan(1)
  })

  it('take the round trip of a battery from readings only if it can be true', () => {
    const balance = made()
    const scaled = (factor: number) => {
      const dischargeMilliWh = balance.dischargeMilliWh!.map((energy) => Math.round(energy * factor))
      return savingsOf({ ...balance, dischargeMilliWh }).figures
    }
    expect(scaled(1)).toMatchObject({ isRoundTripAssumed: false })
    for (const factor of [1.2, 0.4])
      expect(scaled(factor)).toMatchObject({
        ...{ isRoundTripAssumed: true, roundTrip: 0.9 },
      })
  })

  it('leave out readings that contradict each other', () => {
    const balance = made({ capacityKwh: 0 })
    balance.exportMilliWh![balance.exportMilliWh!.length - 10] = 5e6
    expect(savingsOf(balance).leftOut.contradictory).toBe(1)
  })

  it('of stretches add up to what each of them cost less', () => {
    const edges = Array.from({ length: 31 }, (_, day) => fromMs + day * 86_400_000)
    const { buckets, saved } = savingsOf(made({ isControlled: true }), spotWorld, edges)
    expect(buckets).toHaveLength(30)
    let total = 0
    for (const { baseline, actual, parts } of buckets) {
      const sum = savingParts.map((part) => parseExact(parts[part]!)).reduce(addExact, zero)
      expect(formatExact(sum, 6)).toBe(
        formatExact(subtractExact(parseExact(baseline!), parseExact(actual!)), 6),
      )
      total += Number(formatExact(sum, 6))
    }
    // Only the rounding of the bill's lines lies between them.
    expect(Math.abs(total - Number(saved))).toBeLessThan(0.2)
  })

  it('know no sum where a price is unknown', () => {
    const world = { ...flatWorld, point: null }
    expect(savingsOf(made(), world)).toMatchObject({
      baseline: null,
      parts: { solar: null, battery: null, control: null },
      missing: [{ kind: 'noMeteringPoint' }],
    })
  })

  it('rest the battery of a home without panels in the simple rule', () => {
    const { coalitions, parts } = savingsOf(made({ peakKw: 0, isControlled: true }), spotWorld)
    expect(coalitions.map((one) => one.parts.join('+'))).toEqual([
      '',
      'battery',
      'control',
      'battery+control',
    ])
    expect(coalitions[1]!.cost).toBe(coalitions[0]!.cost)
    expect(Math.abs(Number(parts.battery) - Number(parts.control))).toBeLessThan(0.011)
  })
})
