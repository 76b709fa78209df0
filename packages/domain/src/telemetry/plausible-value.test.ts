import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceCategories } from '../fleet/device-category.ts'
import { type MetricName, metrics } from './metrics.ts'
import { findImplausibility, findPlausibleRange, findPowerLimit } from './plausible-value.ts'

const of = (category: (typeof deviceCategories)[number], powerLimitW: number | null = null) => ({
  category,
  powerLimitW,
})

describe('a value that cannot be true', () => {
  it.each([
    ['soc', 512, 'BATTERY'],
    ['soc', -3, 'BATTERY'],
    ['temperature', -5000, 'OTHER'],
    ['power_factor', 7, 'GRID'],
    ['ev_status', 99, 'EV_CHARGER'],
    ['voltage_l1', 1e9, 'GRID'],
    ['energy_import', -1, 'GRID'],
    ['power', 990e6, 'GRID'],
    ['power', -4000, 'SOLAR_POWER_PLANT'],
    ['power', 600_000, 'EV_CHARGER'],
    ['power_peak_month', 1e9, 'GRID'],
  ] as const)('%s = %d of %s', (metric, value, category) => {
    expect(findImplausibility(metric, value, of(category))?.text).toContain(String(value))
  })

  it.each([
    ['soc', 100, 'BATTERY'],
    ['temperature', -40, 'HVAC'],
    ['power_factor', -1, 'GRID'],
    ['voltage_l1', 253, 'GRID'],
    ['power', -60, 'SOLAR_POWER_PLANT'],
    ['power', -4000, 'HYBRID_INVERTER'],
    ['power', 43_000, 'GRID'],
    ['energy_import', 123_456_789, 'GRID'],
    ['ev_status', 'charging', 'EV_CHARGER'],
    ['power', null, 'GRID'],
    ['something_else', 1e11, 'GRID'],
  ] as const)('is not %s = %s of %s', (metric, value, category) => {
    expect(findImplausibility(metric, value, of(category))).toBeNull()
  })

  it('is described, with the possible range', () => {
    expect(findImplausibility('soc', 512, of('BATTERY'))).toEqual({
      lowest: 0,
      highest: 100.5,
      text: '512 %, beyond 0 to 100.5',
    })
  })

  it('includes values beyond the ratings of the inventory, in either form', () => {
    expect(findPowerLimit([{ name: 'rated_power', value: 10_000 }])).toBe(15_000)
    expect(findPowerLimit([{ name: 'fuse_current', value: 20 }])).toBe(20_700)
    expect(findPowerLimit([{ name: 'rated_power', value: 0 }])).toBeNull()
    expect(findPowerLimit([{ name: 'max_import', value: 5000 }])).toBeNull()
    expect(findImplausibility('power', 15_001, of('SOLAR_POWER_PLANT', 15_000))).not.toBeNull()
    expect(findImplausibility('power', 15_000, of('SOLAR_POWER_PLANT', 15_000))).toBeNull()
  })

  it('is outside its range and nowhere else, for every metric and category', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(metrics) as MetricName[])),
        fc.constantFrom(...deviceCategories),
        fc.double({ noNaN: true, min: -1e13, max: 1e13 }),
        (metric, category, value) => {
          const range = findPlausibleRange(metric, category, null)
          const isOutside = range !== null && (value < range[0] || value > range[1])
          expect(findImplausibility(metric, value, of(category)) !== null).toBe(isOutside)
        },
      ),
    )
  })
})
