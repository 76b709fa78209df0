import type { LocationCostsView } from '@ohmstead/contract/location-pricing-money'
import { expect, test } from 'vitest'
import { buildCostModel } from './build-cost-model.ts'

const hour = 3_600_000
const costs = (importCosts: (string | null)[], exportRevenues: (string | null)[]): LocationCostsView => ({
  ...{ from: 0, to: importCosts.length * hour, interval: 3600, time_zone: 'UTC', currency: 'EUR' },
  ts: importCosts.map((_, place) => place * hour),
  importCosts,
  exportRevenues,
  totals: { importCost: null, exportRevenue: null },
  ...{ estimated: [1], incomplete: [], missing: [] },
})
const build = (
  view: LocationCostsView,
  comparison: Parameters<typeof buildCostModel>[0]['comparison'] = null,
) => buildCostModel({ costs: view, hidden: new Set(), nowMs: 10 * hour, comparison })

test('cost stands above zero and revenue below; an unknown bucket is a gap, not zero', () => {
  const { model, series } = build(costs(['1.25', null, '0.5'], ['0', null, '0.75']))
  expect(series.map(({ key, side, values }) => [key, side, ...values])).toEqual([
    ['grid_import', 1, 1.25, Number.NaN, 0.5],
    ['grid_export', -1, 0, Number.NaN, 0.75],
  ])
  expect(model.strips[0]!.unit).toBe('EUR')
  expect(model.gaps).toEqual([{ from: 1, to: 2 }])
})

test('without any revenue none is listed', () => {
  expect(build(costs(['1'], ['0'])).series.map(({ key }) => key)).toEqual(['grid_import'])
})

test('a sum is the server’s, also of another period that is beside it as a whole', () => {
  const withTotal = (importCost: string) => ({
    ...costs(['0.004', '0.004'], ['0', '0']),
    totals: { importCost, exportRevenue: null },
  })
  const totals = (aligned: number[]) => {
    const comparison = { costs: withTotal('0.02'), aligned: Int32Array.from(aligned) }
    const { series, compared } = build(withTotal('0.01'), comparison)
    return [series[0]!.total, compared[0]!.total]
  }
  expect(totals([0, 1])).toEqual([0.01, 0.02])
  expect(totals([1, -1])).toEqual([0.01, 0.004])
})

test('the other period is laid beside its counterpart', () => {
  const comparison = { costs: costs(['7', '8'], ['0', '0']), aligned: Int32Array.from([1, -1]) }
  expect([...build(costs(['1', '2'], ['0', '0']), comparison).compared[0]!.values]).toEqual([8, Number.NaN])
})
