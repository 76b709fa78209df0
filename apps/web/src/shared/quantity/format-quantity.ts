import type { UserSettings } from '@ohmstead/contract/users'
import { scaleUnit } from '@ohmstead/domain/units/scale-unit'
import type { Format } from '../i18n/format.ts'

export interface QuantityText {
  number: string
  unit: string
}

export type UnitScaling = UserSettings['units']

/** Three figures are readable at a glance; bare watts have no decimals, percentages up to two if there are any. */
function digitsFor(scaled: number, divisor: number, unit: string): number {
  if (divisor === 1 && (unit === 'W' || unit === 'Wh' || unit === 'var')) return 0
  if (unit === '%') return [0, 1].find((digits) => isRound(scaled * 10 ** digits)) ?? 2
  const size = Math.abs(scaled)
  if (size >= 100) return 0
  return size >= 10 ? 1 : 2
}

/** Whether it is a whole number, to a hundredth of a percent. */
const isRound = (value: number) => Math.abs(value - Math.round(value)) < 0.005

/** A number with its unit: "2,45" and "kW"; null is "–" with the unit it would have. */
export function formatQuantity(
  value: number | null,
  unit: string,
  format: Format,
  scaling: UnitScaling = 'auto',
): QuantityText {
  if (value === null || Number.isNaN(value))
    return { number: format.number(null), unit: scaling === 'base' ? unit : prefixed(unit) }
  const { divisor, unit: shown } = scale(value, unit, scaling)
  const scaled = value / divisor
  return { number: format.number(scaled, digitsFor(scaled, divisor, unit)), unit: shown }
}

function scale(value: number, unit: string, scaling: UnitScaling): { divisor: number; unit: string } {
  if (scaling === 'base') return { divisor: 1, unit }
  if (scaling === 'kilo')
    return prefixed(unit) === unit ? { divisor: 1, unit } : { divisor: 1000, unit: prefixed(unit) }
  return scaleUnit(value, unit)
}

const prefixed = (unit: string) => (unit === 'W' || unit === 'Wh' || unit === 'var' ? `k${unit}` : unit)

/** The same as one text with a no-break space, for sentences and readouts; a percentage as its language writes it. */
export function quantityText(
  value: number | null,
  unit: string,
  format: Format,
  scaling?: UnitScaling,
): string {
  if (unit === '%' && value !== null) return format.percent(value / 100)
  const { number, unit: shown } = formatQuantity(value, unit, format, scaling)
  return shown ? `${number}\u00a0${shown}` : number
}
