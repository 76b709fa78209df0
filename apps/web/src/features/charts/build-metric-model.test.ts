import type { SeriesView } from '@ohmstead/contract/charts'
import { describe, expect, test } from 'vitest'
import { buildMetricModel, type MetricAnswer } from './build-metric-model.ts'

const view = (part: Partial<SeriesView>): SeriesView => ({
  device: 'bat',
  metric: 'bat/power',
  kind: 'power',
  unit: 'W',
  values: [1, null, 3],
  estimated: [],
  incomplete: [],
  ...part,
})
const answer = (series: SeriesView[]): MetricAnswer => ({
  from: 0,
  to: 3000,
  time_zone: 'UTC',
  ts: [0, 1000, 2000],
  series,
})
const none: ReadonlySet<string> = new Set()

describe('metric model', () => {
  test('one strip per unit, hidden series excluded', () => {
    const data = answer([
      view({}),
      view({ device: 'pv', metric: 'pv/power' }),
      view({ metric: 'bat/soc', kind: 'gauge', unit: '%' }),
    ])
    expect(
      buildMetricModel(data, none, 3000, null).model.strips.map(({ key, lines }) => [key, lines.length]),
    ).toEqual([
      ['unit W', 2],
      ['unit %', 1],
    ])
    expect(buildMetricModel(data, new Set(['bat/soc']), 3000, null).model.strips).toHaveLength(1)
  })
  test('texts become steps between named heights, in separate strips', () => {
    const mode = view({
      metric: 'bat/mode',
      kind: 'state',
      unit: '',
      values: [null, null, null],
      states: ['auto', null, 'fast'],
    })
    const { model, series } = buildMetricModel(answer([mode]), none, 3000, null)
    expect([...series[0]!.values]).toEqual([0, NaN, 1])
    expect(series[0]!.names).toEqual(['auto', 'fast'])
    expect(model.strips[0]).toMatchObject({ key: 'state bat/mode', tickNames: ['auto', 'fast'] })
  })
  test('booleans keep their order whichever comes first', () => {
    const on = view({ metric: 'bat/on', kind: 'state', unit: '', values: [], states: [true, false, null] })
    expect([...buildMetricModel(answer([on]), none, 0, null).series[0]!.values]).toEqual([1, 0, NaN])
  })
  test('numeric states are their numbers', () => {
    const status = view({ metric: 'ev/ev_status', kind: 'state', unit: '', values: [], states: [0, 2, null] })
    expect([...buildMetricModel(answer([status]), none, 0, null).series[0]!.values]).toEqual([0, 2, NaN])
  })
  test('the other period is dashed behind its own series', () => {
    const comparison = { answer: answer([view({ values: [7, 8, 9] })]), aligned: Int32Array.from([2, -1, 0]) }
    const { series, model } = buildMetricModel(answer([view({})]), none, 0, comparison)
    expect([...series[0]!.compared!]).toEqual([9, NaN, 7])
    expect(model.strips[0]!.lines.map(({ dashed }) => dashed ?? false)).toEqual([false, true])
  })
})
