import { describe, expect, test } from 'vitest'
import { type ChartState, formatChartSearch, parseChartSearch } from './chart-search.ts'

describe('chart state in the address', () => {
  test('an empty address is today as energy', () => {
    const state = parseChartSearch({})
    expect(state).toMatchObject({
      range: 'day',
      interval: 0,
      view: 'energy',
      compare: 'none',
      hide: [],
      metrics: [],
    })
    expect(formatChartSearch(state)).toEqual({})
  })
  test('parses its own output', () => {
    const state: ChartState = {
      range: 'custom',
      date: undefined,
      from: '2026-01-05',
      to: '2026-02-01',
      interval: 900,
      view: 'power',
      compare: 'custom',
      compareFrom: '2025-01-05',
      hide: ['home', 'ev'],
      metrics: ['grid/power', 'bat/soc'],
      table: true,
      realtime: true,
      zoom: { fromMs: 1_763_766_000_000, toMs: 1_763_780_400_000 },
    }
    expect(parseChartSearch(formatChartSearch(state))).toEqual(state)
  })
  test.each([
    ['an unknown range', { range: 'decade' }],
    ['an impossible day', { range: 'day', date: '2026-02-30' }],
    ['an interval no one offers', { interval: 7 }],
    ['a stretch that ends before it begins', { zoom: '1763780400-1763766000' }],
    ['a number for a text', { view: 3, compare: [], hide: 5, zoom: [] }],
  ])('%s falls back to the default', (_, search) => {
    expect(formatChartSearch(parseChartSearch(search))).toEqual({})
  })
})
