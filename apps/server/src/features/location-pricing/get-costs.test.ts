import type { CostBucket } from '@ohmstead/pricing/cost-series'
import { expect, test } from 'vitest'
import { toCostsView } from './get-costs.ts'

const amount = (text: string) => ({ text, value: Number(text) })
const range = { from: 0, to: 3_600_000, edges: [0, 900_000, 1_800_000, 2_700_000, 3_600_000] } as never
const bucket = (more: object): CostBucket => ({
  ...{ fromMs: 0, toMs: 0, importCost: amount('0.1'), exportRevenue: amount('0') },
  ...{ parts: {}, missing: [] },
  quality: { intervals: 1, measured: 1, estimated: 0, missing: 0, isProvisional: false },
  ...more,
})
const quality = (more: object) => ({ quality: { ...bucket({}).quality, ...more } })
const unknown = { importCost: null, exportRevenue: null, missing: [{ kind: 'noReadings' }] }

const noTotals = { importCost: null, exportRevenue: null }

test('costs say where they rest on estimates and where readings are missing, and add up exactly', () => {
  const view = toCostsView(range, {
    currency: 'EUR',
    buckets: [
      bucket({}),
      bucket({ importCost: amount('0.20000000003'), ...quality({ estimated: 1 }) }),
      bucket({ importCost: amount('-0.05'), ...quality({ missing: 1 }) }),
      bucket({ ...unknown, ...quality({ missing: 1 }) }),
    ],
    totals: noTotals,
  })
  expect(view).toMatchObject({
    importCosts: ['0.1', '0.20000000003', '-0.05', null],
    totals: { importCost: '0.25000000003', exportRevenue: '0' },
    ...{ estimated: [1], incomplete: [2], missing: [{ kind: 'noReadings' }] },
  })
})

test('the sum of nothing known is unknown', () => {
  const view = toCostsView(range, {
    ...{ currency: 'EUR', totals: noTotals },
    buckets: [bucket(unknown), bucket(unknown)],
  })
  expect(view.totals).toEqual({ importCost: null, exportRevenue: null })
})

test('where all is known the sum is that of the bill', () => {
  const view = toCostsView(range, {
    ...{ currency: 'EUR', totals: { importCost: '0.23', exportRevenue: '0.01' } },
    buckets: [bucket({}), bucket({ importCost: amount('0.126') })],
  })
  expect(view.totals).toEqual({ importCost: '0.23', exportRevenue: '0.01' })
})
