import { hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import { type Interval, intervals } from '@ohmstead/domain/time/intervals'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addHoursText, type EnergyBuckets, emptyBuckets } from './bucket-energy.ts'

const from = Date.UTC(2026, 2, 20)
const to = Date.UTC(2026, 3, 10)
const hourCount = (to - from) / hourMs

it('reads the hours of several series in any order, into buckets of any length', () => {
  const hour = fc.record({
    series: fc.integer({ min: 1, max: 4 }),
    hour: fc.integer({ min: -1, max: hourCount }),
    quarters: fc.array(fc.option(fc.nat(1e10)), { minLength: 4, maxLength: 4 }),
    masks: fc.option(fc.array(fc.nat(4095), { minLength: 3, maxLength: 3 })),
  })
  const hours = fc.uniqueArray(hour, {
    selector: (entry) => `${entry.series} ${entry.hour}`,
    maxLength: 60,
  })
  const interval = fc.constantFrom(...intervals.filter((seconds) => seconds >= 900)) as fc.Arbitrary<Interval>
  fc.assert(
    fc.property(hours, interval, (given, seconds) => {
      const edges = bucketEdges(from, to, seconds, 'Europe/Ljubljana')
      const text = given.map(
        ({ series, hour: index, quarters, masks }) =>
          `${[series, from / hourMs + index, ...quarters.map((quarter) => quarter ?? ''), masks ?? ''].join(',')};`,
      )
      const found = new Map<number, EnergyBuckets>()
      const bucketsOf = (series: number) => {
        const buckets = found.get(series) ?? emptyBuckets(edges.length - 1)
        found.set(series, buckets)
        return buckets
      }
      addHoursText(text.join(''), 4, edges, { from, to }, bucketsOf)

      const expected = new Map<string, number>()
      for (const { series, hour: index, quarters } of given) {
        for (const [quarter, mWh] of quarters.entries()) {
          const start = from + index * hourMs + (quarter * hourMs) / 4
          if (mWh === null || start < from || start >= to) continue
          const key = `${series} ${edges.findLastIndex((edge) => edge <= start)}`
          expected.set(key, (expected.get(key) ?? 0) + mWh)
        }
      }
      const sums = [...found].flatMap(([series, { mWh }]) =>
        mWh.flatMap((value, bucket) => (value === null ? [] : [[`${series} ${bucket}`, value] as const])),
      )
      expect(new Map(sums)).toEqual(expected)
    }),
  )
})
