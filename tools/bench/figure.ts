/** One line of the table of figures; `peer` is the calibration measured in the same run. */
export interface Figure {
  figure: string
  value: number
  unit: string
  /** What the value must reach or stay below, e.g. '≤ 100' or '≥ 0.45 × peer'. */
  limit: string
  peer: string
  holds: boolean
}

/** The value that 95 of 100 are not above. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)]!
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
