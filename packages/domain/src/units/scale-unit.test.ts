import { describe, expect, it } from 'vitest'
import { scaleUnit } from './scale-unit.ts'

describe('units', () => {
  it.each([
    [1000, 'W', 1, 'W'],
    [1001, 'W', 1e3, 'kW'],
    [-2500, 'Wh', 1e3, 'kWh'],
    [1e6, 'Wh', 1e3, 'kWh'],
    [1_000_001, 'Wh', 1e6, 'MWh'],
    [5000, '°C', 1, '°C'],
  ])('%d %s is divided by %d', (largest, unit, divisor, scaled) => {
    expect(scaleUnit(largest, unit)).toEqual({ divisor, unit: scaled })
  })
})
