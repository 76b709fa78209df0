import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculatePowerFlow } from './power-flow.ts'

const device = (key: string, category: Parameters<typeof calculatePowerFlow>[0][number]['category']) => ({
  key,
  category,
  metrics: ['power'],
})
const home = [
  device('grid', 'GRID'),
  device('pv', 'SOLAR_POWER_PLANT'),
  device('bat', 'BATTERY'),
  device('ev', 'EV_CHARGER'),
]
const read = (values: Record<string, number>) => (key: string) => values[key] ?? null

describe('power flow', () => {
  test('the house takes what grid, sun and battery supply', () => {
    const flow = calculatePowerFlow(
      home,
      read({ 'grid/power': -500, 'pv/power': 4000, 'bat/power': -1500, 'ev/power': 1400, 'bat/soc': 60 }),
    )
    expect(flow).toMatchObject({
      homeW: 2000,
      evW: 1400,
      stateOfCharge: 60,
      sources: { production: 1, battery: 0, grid: 0 },
    })
    expect(flow.has).toEqual({ grid: true, production: true, battery: true, ev: true, heat: false })
  })
  test('an unknown part makes the house unknown, not smaller', () => {
    expect(calculatePowerFlow(home, read({ 'grid/power': 300, 'pv/power': 100 })).homeW).toBeNull()
  })
  test('missing kinds of device are not waited for', () => {
    expect(calculatePowerFlow([device('grid', 'GRID')], read({ 'grid/power': 420 }))).toMatchObject({
      homeW: 420,
      productionW: null,
    })
  })
  test('without a grid meter the house is unknown', () => {
    expect(
      calculatePowerFlow([device('pv', 'SOLAR_POWER_PLANT')], read({ 'pv/power': 900 })).homeW,
    ).toBeNull()
  })
  test('several devices of a kind are summed, and one unknown makes the kind unknown', () => {
    const two = [device('grid', 'GRID'), device('pv', 'SOLAR_POWER_PLANT'), device('pv-2', 'HYBRID_INVERTER')]
    expect(
      calculatePowerFlow(two, read({ 'grid/power': 0, 'pv/power': 900, 'pv-2/power': 100 })).productionW,
    ).toBe(1000)
    expect(calculatePowerFlow(two, read({ 'grid/power': 0, 'pv/power': 900 })).productionW).toBeNull()
  })
  test('without any flow there are no sources instead of equal ones', () => {
    expect(
      calculatePowerFlow(home, read({ 'grid/power': 0, 'pv/power': 0, 'bat/power': 0 })).sources,
    ).toBeNull()
  })
  test('sources sum to one, and the house is never negative', () => {
    const watts = fc.integer({ min: -20_000, max: 20_000 })
    fc.assert(
      fc.property(watts, watts, watts, (grid, pv, bat) => {
        const flow = calculatePowerFlow(home, read({ 'grid/power': grid, 'pv/power': pv, 'bat/power': bat }))
        expect(flow.homeW!).toBeGreaterThanOrEqual(0)
        if (flow.sources)
          expect(flow.sources.production + flow.sources.battery + flow.sources.grid).toBeCloseTo(1, 9)
      }),
    )
  })
})
