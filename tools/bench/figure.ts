/** One line of the table of figures; `peer` is the calibration measured in the same run. */
export interface Figure {
  figure: string
  value: number
  unit: string
  /** The limit of the value, e.g. '≤ 100' or '≥ 0.45 × peer'. */
  limit: string
  peer: string
  holds: boolean
}

/** The 95th percentile. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)]!
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
