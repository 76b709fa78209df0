import { describe, expect, it } from 'vitest'
import { calculateHistory, replayRegisters } from './plant-history.ts'
import { createPlantConfig, plantKinds } from './plant-presets.ts'

const place = { seed: 12, weatherSeed: 3, latitude: 46.2, longitude: 15.1, timeZone: 'Europe/Ljubljana' }
const from = Date.parse('2026-03-25T23:00:00Z')
const until = Date.parse('2026-04-02T22:00:00Z')

describe('the past of a plant', () => {
  it.each(plantKinds)(
    'replays any day of a %s by itself, with registers that continue from day to day',
    (kind) => {
      const config = createPlantConfig(kind, place)
      const { days, end } = calculateHistory(config, from, until)
      const ends = [...days.slice(1).map(({ state }) => state), end]
      expect(days).toHaveLength(8)
      const whole = replayRegisters(config, days[0]!.state, until, 300_000)
      const newestFirst = days
        .map(({ state }, index) => replayRegisters(config, state, ends[index]!.ts, 300_000))
        .reverse()
      expect(newestFirst.reverse().flat()).toEqual(whole)
      expect(whole).toHaveLength((until - from) / 300_000)
    },
  )

  it('never decreases a register', () => {
    const config = createPlantConfig('home-pv-battery', place)
    const samples = replayRegisters(
      config,
      calculateHistory(config, from, until).days[0]!.state,
      until,
      300_000,
    )
    for (const key of [
      'grid/energy_import',
      'grid/energy_export',
      'pv/energy_production',
      'bat/energy_charge',
    ]) {
      const values = samples.map(({ values }) => values[key] as number)
      expect(values).toEqual([...values].sort((a, b) => a - b))
      expect(values.at(-1)).toBeGreaterThan(values[0]!)
    }
  })
})
