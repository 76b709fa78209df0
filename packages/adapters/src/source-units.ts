import type { Quantity } from './source-words.ts'

type Measured = Quantity | 'percent' | 'reactive_power' | 'power_factor'

/** Units as devices and people write them, with the factor to the canonical one. */
const units: Record<string, readonly [Measured, number]> = {
  W: ['power', 1],
  kW: ['power', 1000],
  MW: ['power', 1e6],
  Wh: ['energy', 1],
  kWh: ['energy', 1000],
  MWh: ['energy', 1e6],
  V: ['voltage', 1],
  mV: ['voltage', 0.001],
  A: ['current', 1],
  mA: ['current', 0.001],
  Hz: ['frequency', 1],
  mHz: ['frequency', 0.001],
  '%': ['percent', 1],
  '°C': ['temperature', 1],
  C: ['temperature', 1],
  var: ['reactive_power', 1],
  kvar: ['reactive_power', 1000],
}

const byLowerCase = new Map(
  Object.entries(units)
    // MW and mW, MWh and mWh differ in nothing but the case.
    .filter(([unit]) => !/^m/i.test(unit))
    .map(([unit, found]) => [unit.toLowerCase(), found] as const),
)

/** What is measured in this unit, and the factor to the canonical unit; null for a unit that no metric has. */
export function readUnit(unit: string): { measured: Measured; factor: number } | null {
  const clean = unit.trim().replace(/\s/g, '')
  const found = Object.hasOwn(units, clean) ? units[clean] : byLowerCase.get(clean.toLowerCase())
  return found ? { measured: found[0], factor: found[1] } : null
}

const inNames: Record<string, string> = {
  w: 'W',
  watt: 'W',
  watts: 'W',
  kw: 'kW',
  wh: 'Wh',
  kwh: 'kWh',
  mwh: 'MWh',
  hz: 'Hz',
}

/** A unit that the name itself ends with or holds, as in `grid_power_kw`. */
export function findUnitInName(words: readonly string[]): string | null {
  const word = words.findLast((candidate) => Object.hasOwn(inNames, candidate))
  return word === undefined ? null : inNames[word]!
}
