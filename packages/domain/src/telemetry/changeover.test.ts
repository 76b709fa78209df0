import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountedSpan, clipHours, planChangeover, takesPart } from './changeover.ts'
import type { Reading } from './energy-segment.ts'
import { continueSeries } from './energy-series.ts'
import { type EnergyHours, slotMs } from './energy-slot.ts'

const start = Date.UTC(2026, 0, 10)
const minuteMs = 60_000
const countAll = (hours: EnergyHours) => {
  let sum = 0
  for (const { slots } of hours.values()) for (const mWh of slots) sum += mWh ?? 0
  return sum
}

/** A meter that is read every minute of [from, to]; the house draws 600 W, 10 Wh a minute. */
function measure(from: number, to: number, kind: 'counter' | 'power', register = 0): EnergyHours {
  const readings: Reading[] = []
  for (let minute = from; minute <= to; minute++) {
    const value = kind === 'power' ? 600 : register + (minute - from) * 10
    readings.push({ ts: start + minute * minuteMs, value, stepMs: null })
  }
  const hours: EnergyHours = new Map()
  const source = kind === 'power' ? { kind, sign: 1 as const } : { kind }
  continueSeries(source, null, readings, hours, false)
  return hours
}

const meters = fc.record({
  oldTo: fc.integer({ min: 10, max: 200 }),
  newFrom: fc.integer({ min: 0, max: 210 }),
  newFor: fc.integer({ min: 1, max: 200 }),
  register: fc.integer({ min: 0, max: 10_000_000 }),
  oldKind: fc.constantFrom('counter' as const, 'power' as const),
  newKind: fc.constantFrom('counter' as const, 'power' as const),
})

test('no slot has more energy than flowed, whatever the registers and however long both measured', () => {
  fc.assert(
    fc.property(meters, ({ oldTo, newFrom, newFor, register, oldKind, newKind }) => {
      const plan = planChangeover(start + oldTo * minuteMs, start + newFrom * minuteMs)
      const before = clipHours(measure(0, oldTo, oldKind, 5_000_000), {
        from: null,
        until: plan.until[oldKind],
      })
      const after = clipHours(measure(newFrom, newFrom + newFor, newKind, register), {
        from: plan.from,
        until: null,
      })
      for (const hour of new Set([...before.keys(), ...after.keys()]))
        for (let slot = 0; slot < 12; slot++) {
          const parts = [before, after].map((hours) => hours.get(hour)?.slots[slot] ?? 0)
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
          expect(parts[0]! + parts[1]!).toBeLessThanOrEqual(50_000)
        }
    }),
  )
})

test('a meter that measured beside the old one loses nothing of what flowed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 300 }), fc.integer({ min: 5, max: 300 }), (oldTo, overlap) => {
      const newFrom = Math.max(0, oldTo - overlap)
      const plan = planChangeover(start + oldTo * minuteMs, start + newFrom * minuteMs)
      const old = clipHours(measure(0, oldTo, 'counter'), { from: null, until: plan.until.counter })
      const fresh = clipHours(measure(newFrom, 400, 'counter', 77_000), { from: plan.from, until: null })
      expect(countAll(old) + countAll(fresh)).toBe(4_000_000)
    }),
  )
})

test('registers read one after the other within a slot both count', () => {
  const plan = planChangeover(start + 11 * minuteMs, start + 13 * minuteMs)
  const until = plan.until.counter
  expect(until).toBe(start + 11 * minuteMs + 1)
  // What the old one sends later is left out, since it would spread into the slot.
  expect([0, minuteMs].map((ms) => takesPart(until - 1 + ms, { from: null, until }))).toEqual([true, false])
  const old = clipHours(measure(0, 11, 'counter'), { from: null, until: plan.until.counter })
  const fresh = clipHours(measure(13, 30, 'counter', 9000), { from: plan.from, until: null })
  expect(countAll(old) + countAll(fresh)).toBe((11 + 17) * 10_000)
})

test('marks of slots that do not count go with them, and hours without any', () => {
  const span: CountedSpan = { from: start + slotMs, until: start + 3 * slotMs }
  const clipped = clipHours(measure(0, 120, 'counter'), span)
  expect([...clipped.keys()]).toEqual([start])
  const hour = clipped.get(start)!
  expect(hour.complete).toBe(0b110)
  expect(hour.slots.filter((mWh) => mWh !== null)).toHaveLength(2)
})
