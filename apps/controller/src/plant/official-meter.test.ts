import { expect, test } from 'vitest'
import { readOfficialMeter } from './official-meter.ts'
import { calculateHistory, replayRegisters } from './plant-history.ts'
import { createPlantConfig } from './plant-presets.ts'
import { createPlantState } from './plant-state.ts'

const place = { seed: 12, weatherSeed: 3, latitude: 46.2, longitude: 15.1, timeZone: 'Europe/Ljubljana' }
const config = createPlantConfig('home-pv-battery', place)
const sinceMs = Date.parse('2026-03-20T23:00:00Z')
const fromMs = Date.parse('2026-03-25T23:00:00Z')
const untilMs = Date.parse('2026-04-02T10:07:00Z')
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

test('the official meter counts what the meter of the plant counts in its past', () => {
  const official = readOfficialMeter(config, sinceMs, { fromMs, untilMs })
  expect(official.fromMs).toBe(sinceMs)
  expect(official.importWh).toHaveLength(Math.floor((untilMs - sinceMs) / 900_000))
  expect(official.exportWh).toHaveLength(official.importWh.length)
  const { days } = calculateHistory(config, fromMs, untilMs)
  const samples = replayRegisters(config, days[0]!.state, untilMs, 900_000)
  for (const [register, counted] of [
    ['grid/energy_import', official.importWh],
    ['grid/energy_export', official.exportWh],
  ] as const) {
    const [first, last] = [samples[0]!, samples.at(-1)!].map(({ values }) => values[register] as number)
    expect(sum(counted.slice((fromMs - sinceMs) / 900_000))).toBeCloseTo(last! - first!, 0)
    expect(Math.min(...counted)).toBe(0)
    expect(sum(counted.slice(0, (fromMs - sinceMs) / 900_000))).toBeGreaterThan(0)
  }
})

test('a plant without a past has had an official meter, too', () => {
  const { importWh } = readOfficialMeter(config, sinceMs, { fromMs: untilMs, untilMs })
  expect(importWh).toHaveLength(Math.floor((untilMs - sinceMs) / 900_000))
})

test('a past that begins within a quarter-hour is counted from the next one on, and no quarter-hour is left out', () => {
  const withinMs = fromMs + 7 * 60_000
  const borderMs = fromMs + 900_000
  const { importWh, exportWh } = readOfficialMeter(config, sinceMs, { fromMs: withinMs, untilMs })
  expect(importWh).toHaveLength(Math.floor((untilMs - sinceMs) / 900_000))
  const samples = replayRegisters(config, createPlantState(config, withinMs), untilMs, 900_000)
  const counted = samples.filter(({ ts }) => ts >= borderMs)
  for (const [register, quarters] of [
    ['grid/energy_import', importWh],
    ['grid/energy_export', exportWh],
  ] as const) {
    const [first, last] = [counted[0]!, counted.at(-1)!].map(({ values }) => values[register] as number)
    expect(sum(quarters.slice((borderMs - sinceMs) / 900_000))).toBeCloseTo(last! - first!, 0)
  }
})
