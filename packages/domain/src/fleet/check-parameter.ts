export interface ParameterRules {
  type: 'number' | 'boolean' | 'text'
  min: number | null
  max: number | null
  step: number | null
  options: readonly string[] | null
}

export type BrokenParameterRule =
  | 'required'
  | 'double'
  | 'min_value'
  | 'max_value'
  | 'step'
  | 'max'
  | 'option'

/** As long as a text among readings. */
export const longestParameterText = 64

/** The rule that a new value of a device's parameter breaks; null if it may be sent to the controller. */
export function checkParameter(rules: ParameterRules, value: unknown): BrokenParameterRule | null {
  if (rules.type === 'boolean') return typeof value === 'boolean' ? null : 'required'
  if (rules.type === 'number') return checkNumber(rules, value)
  if (typeof value !== 'string' || value.trim() === '') return 'required'
  if (value.length > longestParameterText) return 'max'
  return rules.options === null || rules.options.includes(value) ? null : 'option'
}

function checkNumber({ min, max, step }: ParameterRules, value: unknown): BrokenParameterRule | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'double'
  if (min !== null && value < min) return 'min_value'
  if (max !== null && value > max) return 'max_value'
  if (step === null || step <= 0) return null
  // Decimal steps are not exact in binary: 0.3 is three tenths.
  const steps = (value - (min ?? 0)) / step
  return Math.abs(steps - Math.round(steps)) < 1e-6 * Math.max(1, Math.abs(steps)) ? null : 'step'
}
