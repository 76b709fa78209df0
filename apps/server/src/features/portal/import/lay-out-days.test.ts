import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuarterHour } from '../client/parse-quarter-hours.ts'
import { layOutDays } from './lay-out-days.ts'

const range = { fromDay: '2025-10-25', toDay: '2025-10-28' }
const fromMs = localMidnightMs(range.fromDay)
const limits = { nowMs: Date.UTC(2026, 0), largestPowerKw: 100 }
const layOut = (imports: QuarterHour[], exports: QuarterHour[] = [], nowMs = limits.nowMs) =>
  layOutDays({ imports, exports, unreadable: 0 }, { ...range, ...limits, nowMs })

/** Within the range, with its day of 100 quarter-hours in the middle, and a few before and after it. */
const readings = fc.array(
  fc.record({
    startMs: fc.integer({ min: -3, max: 295 }).map((at) => fromMs + at * quarterHourMs),
    milliWh: fc.oneof(fc.constant(null), fc.integer({ min: -2, max: 1_000_000 })),
    state: fc.constantFrom('.' as const, 'e' as const, 'm' as const),
  }),
  { maxLength: 400 },
)

test('matches a lookup of each quarter-hour of each day', () => {
  const rank = (state: string) => 'me.'.indexOf(state)
  const find = (list: QuarterHour[], startMs: number) =>
    list
      .filter((reading) => reading.startMs === startMs)
      .map((reading) =>
        reading.milliWh !== null && reading.milliWh < 0 ? { milliWh: null, state: 'm' } : reading,
      )
      .reduce<{ milliWh: number | null; state: string } | undefined>(
        (best, next) => (best && rank(next.state) < rank(best.state) ? best : next),
        undefined,
      )
  fc.assert(
    fc.property(readings, readings, (imports, exports) => {
      const { days } = layOut(imports, exports)
      const counts = { '2025-10-25': 96, '2025-10-26': 100, '2025-10-27': 96 }
      let startMs = fromMs
      for (const [day, count] of Object.entries(counts)) {
        const starts = Array.from({ length: count }, (_, at) => startMs + at * quarterHourMs)
        startMs += count * quarterHourMs
        const found = starts.map((at) => find(imports, at))
        const sent = starts.map((at) => find(exports, at))
        const laid = days.find((one) => one.day === day)
        expect(laid === undefined).toBe(found.every((reading) => reading === undefined))
        if (!laid) continue
        expect(laid.imports).toEqual(found.map((reading) => reading?.milliWh ?? null))
        if (laid.exports) expect(laid.exports).toEqual(sent.map((reading) => reading?.milliWh ?? null))
        else expect(sent.every((reading) => (reading?.milliWh ?? null) === null)).toBe(true)
        expect(laid.quality.replaceAll('z', '.')).toBe(
          found
            .map((reading, at) =>
              reading?.state === '.' && sent[at]?.state === 'e' ? 'e' : (reading?.state ?? 'm'),
            )
            .join(''),
        )
      }
    }),
  )
})

test('an empty export is none, and one value of the range makes one for all its days', () => {
  const at = (quarters: number, milliWh: number | null): QuarterHour => ({
    ...{ startMs: fromMs + quarters * quarterHourMs, milliWh },
    state: milliWh === null ? 'm' : '.',
  })
  const imports = [at(0, 5), at(96, 5)]
  const exportsOf = (exports: QuarterHour[]) => layOut(imports, exports).days.map((day) => day.exports)
  expect(exportsOf([at(0, null), at(96, null)])).toEqual([null, null])
  const [first, second] = exportsOf([at(0, null), at(97, 3)])
  expect(first).toEqual(Array(96).fill(null))
  expect(second!.slice(0, 3)).toEqual([null, 3, null])
})

test('reports and skips misplaced values', () => {
  const at = (quarters: number, milliWh: number): QuarterHour => ({
    startMs: fromMs + quarters * quarterHourMs,
    milliWh,
    state: '.',
  })
  const { days, problems } = layOut(
    [at(0, 5), at(0.5, 1), at(-1, 1), at(292, 1), at(1, -1), at(2, 3e7), at(3, 1), at(3, 2), at(96, 7)],
    [],
    fromMs + 100 * quarterHourMs,
  )
  expect(problems.map(({ kind, count }) => [kind, count])).toEqual([
    ['offGrid', 1],
    ['outOfRange', 1],
    ['future', 1],
    ['negative', 1],
    ['tooLarge', 1],
    ['conflict', 1],
  ])
  expect(days.map(({ day }) => day)).toEqual(['2025-10-25', '2025-10-26'])
  expect(days[0]!.imports.slice(0, 5)).toEqual([5, null, null, 2, null])
  expect(days[0]!.quality.slice(0, 5)).toBe('.mm.m')
})

test('more zeros than usual mark them as suspect, unless something was exported', () => {
  const day = (energy: (at: number) => number) =>
    Array.from({ length: 96 }, (_, at): QuarterHour => {
      return { startMs: fromMs + at * quarterHourMs, milliWh: energy(at), state: '.' }
    })
  const quality = (zeros: number, exports: QuarterHour[] = []) =>
    layOut(
      day((at) => (at < zeros ? 0 : 1)),
      exports,
    ).days[0]!.quality
  expect(quality(8)).toBe('.'.repeat(96))
  expect(quality(9)).toBe('z'.repeat(9) + '.'.repeat(87))
  expect(
    quality(
      9,
      day((at) => (at < 1 ? 1 : 0)),
    ),
  ).toBe('.'.repeat(96))
})
