import { expect, test } from 'vitest'
import { energyJson, readSeries, type SeriesState } from './state-json.ts'

test('a series is read as it was written, whatever limits it has', () => {
  const tail = { ts: 5, value: 7.5, stepMs: null, holdMs: 0, coverStart: 1, coverEnd: 5 }
  const known = { source: { kind: 'counter' as const }, first: 1, tail, since: null }
  const all: SeriesState[] = [
    { ...known, id: 1 },
    { ...known, id: 2, since: 3_600_000, tail: null },
    { ...known, id: 3, counted: { from: 300_000, until: null } },
    { ...known, id: 4, breaks: [4, 1_700_000_000_000] },
    { ...known, id: 5, source: { kind: 'power', sign: -1 }, counted: { from: null, until: 6 }, breaks: [4] },
  ]
  const written = JSON.parse(energyJson(new Map(all.map((series) => [`grid/${series.id}`, series]))))
  expect(Object.values(written).map((stored) => readSeries(stored as never))).toEqual(all)
})
