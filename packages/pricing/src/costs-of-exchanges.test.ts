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

  it('are unknown where nothing was read', () => {
    const none = { ...energies[0]!, importMilliWh: energies[0]!.importMilliWh.map(() => Number.NaN) }
    const span = { fromMs: localMidnightMs('2026-03-01'), toMs: localMidnightMs('2026-04-01') }
    const [cost] = costsOfExchanges(world, [none], { ...span, edgesMs: [span.fromMs, span.toMs] }).costs
    expect(cost).toMatchObject({ payable: null, buckets: [null], missing: [{ kind: 'noReadings' }] })
  })
})
