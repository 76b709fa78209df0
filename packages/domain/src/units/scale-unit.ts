export interface ScaledUnit {
  /** Divide a value by this … */
  divisor: number
  /** and write this unit after it. */
  unit: string
}

/**
 * The prefix for a value of W or Wh (also var): k above 1e3, M above 1e6. Pass the largest absolute value of a chart
 * to scale all of it alike. Other units are unchanged. Formatting the number is left to the locale.
 */
export function scaleUnit(largest: number, unit: string): ScaledUnit {
  const scalable = unit === 'W' || unit === 'Wh' || unit === 'var'
  const size = Math.abs(largest)
  if (scalable && size > 1e6) return { divisor: 1e6, unit: `M${unit}` }
  if (scalable && size > 1e3) return { divisor: 1e3, unit: `k${unit}` }
  return { divisor: 1, unit }
}
