import { expect, test } from 'vitest'
import { buildRows } from './series-rows.ts'
import type { EnergySeries } from './stacked-series.ts'

const series: EnergySeries[] = [
  { key: 'production', side: 1, values: Float64Array.from([10, NaN, 30]) },
  { key: 'home', side: -1, values: Float64Array.from([NaN, NaN, NaN]) },
]
const soc = Float64Array.from([50, 60, 70])
const label = (key: string) => key

test('sums energies, means powers and states of charge, and knows what it does not know', () => {
  const energy = buildRows(series, [], soc, 'energy', null, label)
  expect(energy.map(({ key, value, group }) => [key, value, group])).toEqual([
    ['production', 40, 'sources'],
    ['home', null, 'uses'],
    ['soc', 60, 'others'],
  ])
  expect(buildRows(series, [], null, 'power', null, label)[0]!.value).toBe(20)
})

test('reads the crosshair and the other period at the same place', () => {
  const compared: EnergySeries[] = [{ key: 'production', side: 1, values: Float64Array.from([5, 6, NaN]) }]
  const [first] = buildRows(series, compared, null, 'energy', 0, label)
  expect(first).toMatchObject({ value: 10, compared: 5, hasComparison: true })
  expect(buildRows(series, compared, null, 'energy', 1, label)[0]).toMatchObject({ value: null, compared: 6 })
})

test('sets a period that is not over against the same part of the other', () => {
  const compared: EnergySeries[] = [{ key: 'production', side: 1, values: Float64Array.from([5, 6, 7]) }]
  expect(buildRows(series, compared, null, 'energy', null, label)[0]).toMatchObject({
    value: 40,
    compared: 12,
  })
})

test('the other period counts where this one is known and over', () => {
  const own: EnergySeries[] = [{ key: 'production', side: 1, values: Float64Array.of(10, NaN, 3) }]
  const other: EnergySeries[] = [{ key: 'production', side: 1, values: Float64Array.of(7, 8, 9) }]
  const comparedWith = (ongoing: number) =>
    buildRows(own, other, null, 'energy', null, label, ongoing)[0]!.compared
  expect([comparedWith(-1), comparedWith(2)]).toEqual([16, 7])
  expect(buildRows(own, other, null, 'energy', 2, label, 2)[0]!.compared).toBe(9)
})
