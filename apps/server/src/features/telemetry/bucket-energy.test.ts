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

      const expected = new Map<string, { mWh: number; complete: number; estimated: 0 | 1; known: number }>()
      for (const { series, hour: index, quarters, masks } of given) {
        const [complete = 4095, estimated = 0, known = 4095] = masks ?? []
        for (const [quarter, mWh] of quarters.entries()) {
          const start = from + index * hourMs + (quarter * hourMs) / 4
          if (mWh === null || start < from || start >= to) continue
          const key = `${series} ${edges.findLastIndex((edge) => edge <= start)}`
          const before = expected.get(key) ?? { mWh: 0, complete: 0, estimated: 0, known: 0 }
          const slots = [0, 1, 2].map((slot) => 1 << (3 * quarter + slot))
          const count = (mask: number) => slots.filter((slot) => (mask & slot) !== 0).length
          expected.set(key, {
            mWh: before.mWh + mWh,
            complete: before.complete + count(complete),
            estimated: before.estimated || count(estimated) > 0 ? 1 : 0,
            known: before.known + count(known),
          })
        }
      }
      const sums = [...found].flatMap(([series, { mWh, completeSlots, estimated, knownSlots }]) =>
        mWh.flatMap((value, bucket) => {
          if (value === null) return []
          const sum = {
            mWh: value,
            complete: completeSlots[bucket],
            estimated: estimated[bucket],
            known: knownSlots[bucket],
          }
          return [[`${series} ${bucket}`, sum] as const]
        }),
      )
      expect(new Map(sums)).toEqual(expected)
    }),
  )
})
