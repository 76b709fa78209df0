import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { expect, test } from 'vitest'
import type { GridQuarters } from '../telemetry/read-grid-quarters.ts'
import { createOfficialMeters } from './official-meters.ts'

const joined = '4-1204425'
const day = '2026-03-29'
const fromMs = localMidnightMs(day)

test('a day is what the plant measured before the first start, and what its controller has measured since', async () => {
  const meters = createOfficialMeters()
  const found = meters.findDay(joined, day, 92)
  const since: GridQuarters = {
    firstStartMs: fromMs,
    importMilliWh: Float64Array.from({ length: 92 }, (_, at) => (at === 91 ? Number.NaN : 500_000)),
    exportMilliWh: null,
    isEstimated: new Uint8Array(92),
  }
  meters.take(joined, {
    // One quarter-hour of the day before, and two of the day.
    past: { fromMs: fromMs - quarterHourMs, importWh: [1, 250, 125], exportWh: [1, 0, 50] },
    readSince: async (...span) => {
      expect(span).toEqual([fromMs, fromMs + 92 * quarterHourMs])
      return since
    },
  })
  const { importKw, exportKw } = (await found)!
  const shown = [importKw.length, ...importKw.slice(0, 3), importKw[91]]
  // 0.4 % more than the controller.
  expect(shown).toEqual([92, 1.004, 0.502, 2.008, Number.NaN])
  expect([exportKw.length, ...exportKw.slice(0, 3)]).toEqual([92, 0, 0.2008, Number.NaN])
})

test('before the meter nothing is known, and a day that is over is not read from the controller', async () => {
  const meters = createOfficialMeters()
  const whole = Array.from({ length: 96 }, () => 25)
  meters.take(joined, {
    past: { fromMs: localMidnightMs('2026-03-02'), importWh: whole, exportWh: whole },
    readSince: () => Promise.reject(new Error('asked')),
  })
  expect((await meters.findDay(joined, '2026-03-02', 96))!.importKw).toEqual(whole.map(() => 0.1004))
  const before = (await meters.findDay(joined, '2026-03-01', 96))!
  expect(before.importKw.every(Number.isNaN)).toBe(true)
})

test('of the day of the first start only what came after it is read from the controller, also what was fed in', async () => {
  const meters = createOfficialMeters()
  const whole = Array.from({ length: 91 }, () => 250)
  meters.take(joined, {
    past: { fromMs, importWh: whole, exportWh: whole },
    readSince: async () => ({
      firstStartMs: fromMs,
      importMilliWh: new Float64Array(92).fill(500_000),
      exportMilliWh: new Float64Array(92).fill(750_000),
      isEstimated: new Uint8Array(92),
    }),
  })
  const { importKw, exportKw } = (await meters.findDay(joined, day, 92))!
  expect(importKw.slice(-2)).toEqual([1.004, 2.008])
  expect(exportKw.slice(-2)).toEqual([1.004, 3.012])
})

test('points without a plant are made up, and so are all once the controllers have ended early', async () => {
  const meters = createOfficialMeters()
  expect(await meters.findDay('4-0000001', day, 92)).toBeNull()
  meters.end()
  expect(await meters.findDay(joined, day, 92)).toBeNull()
})
