import { formatExact } from '@ohmstead/domain/money/exact'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { describe, expect, it } from 'vitest'
import { bill } from './bill.ts'
import { costSeries } from './cost-series.ts'
import { costsOfExchanges } from './costs-of-exchanges.ts'
import { housePoint, makeEnergies, makeList, makeWorld } from './testing/made-world.ts'

const world = makeWorld(
  [
    makeList({
      ...{ hasExportPrice: true, sell: { kind: 'fixed', t0: '0.04', t1: null, t2: null } },
      ...{ network: { kind: 'published' }, taxes: { published: true, rows: [] } },
    }),
  ],
  { point: housePoint() },
)
const energies = [1, 2].map((seed) =>
  makeEnergies('2026-03-01', '2026-05-01', { seed, hasExport: true, gaps: 0.02 }),
)

describe('costs of several exchanges', () => {
  it('are the bill of each, of whole months and of a part', () => {
    for (const [from, to] of [
      ['2026-03-01', '2026-04-30'],
      ['2026-03-01', '2026-03-31'],
      ['2026-04-03', '2026-04-20'],
    ] as const) {
      const next = Temporal.PlainDate.from(to).add({ days: 1 }).toString()
      const span = { fromMs: localMidnightMs(from), toMs: localMidnightMs(next) }
      const { costs, currency } = costsOfExchanges(world, energies, span)
      costs.forEach(({ payable, quality }, place) => {
        const own = bill(world, energies[place]!, { from, to })
        expect(currency).toBe(own.currency)
        expect(formatExact(payable!, 2)).toBe(own.totals.payable)
        expect(quality).toEqual(own.quality)
      })
    }
  })

  it('are between edges what a chart shows', () => {
    const edgesMs = Array.from(
      { length: 32 },
      (_, day) => localMidnightMs('2026-04-01') + (day - 1) * 86_400_000,
    )
    const span = { fromMs: edgesMs[0]!, toMs: edgesMs.at(-1)!, edgesMs }
    const { buckets } = costSeries(world, energies[0]!, edgesMs)
    const [cost] = costsOfExchanges(world, energies, span).costs
    cost!.buckets.forEach((amount, place) => {
      const { importCost, exportRevenue } = buckets[place]!
      expect(Number(formatExact(amount!))).toBeCloseTo(importCost!.value - exportRevenue!.value, 9)
    })
  })

  it('of months that begin or end in the middle are those of their bills', () => {
    for (const [from, to] of [
      ['2026-03-17', '2026-03-31'],
      ['2026-04-01', '2026-04-11'],
      ['2026-03-17', '2026-04-11'],
    ] as const) {
      const next = Temporal.PlainDate.from(to).add({ days: 1 }).toString()
      const span = { fromMs: localMidnightMs(from), toMs: localMidnightMs(next) }
      const { costs } = costsOfExchanges(world, energies, span)
      costs.forEach(({ payable }, place) => {
        expect(formatExact(payable!, 2)).toBe(bill(world, energies[place]!, { from, to }).totals.payable)
      })
    }
  })

  it('are provisional where a bill is, and unknown in a stretch that was not read', () => {
    const [from, day, to] = ['2026-03-01', '2026-03-11', '2026-04-01'].map((one) => localMidnightMs(one))
    const span = { fromMs: from!, toMs: to!, edgesMs: [from!, day!, to!] }
    const half = makeEnergies('2026-03-11', '2026-04-01', { hasExport: true })
    const [cost] = costsOfExchanges(world, [half], span).costs
    expect(cost!.quality.isProvisional).toBe(true)
    expect(cost!.buckets.map((amount) => amount !== null)).toEqual([false, true])
    const [whole] = costsOfExchanges(world, [energies[0]!], span).costs
    expect(whole!.quality.isProvisional).toBe(false)
  })

  it('are unknown where nothing was read', () => {
    const none = { ...energies[0]!, importMilliWh: energies[0]!.importMilliWh.map(() => Number.NaN) }
    const span = { fromMs: localMidnightMs('2026-03-01'), toMs: localMidnightMs('2026-04-01') }
    const [cost] = costsOfExchanges(world, [none], { ...span, edgesMs: [span.fromMs, span.toMs] }).costs
    expect(cost).toMatchObject({ payable: null, buckets: [null], missing: [{ kind: 'noReadings' }] })
  })
})
