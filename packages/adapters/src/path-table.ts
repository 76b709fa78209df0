import type { MappingRow } from './adapter.ts'

/** A value under a path of its own, as in `loadpoints/2/chargePower`. */
export interface PathRow {
  /** The path; a part that is a number is written `N`. */
  source: string
  /** `<device>/<metric>`; `N` is the first number of the path. */
  target: string
  /** 1 without one. */
  factor?: number
}

interface Found {
  device: string
  metric: string
  factor: number
  /** The numbers in the path. */
  numbers: number[]
}

const isNumber = (part: string) => /^\d{1,4}$/.test(part)

/** Finds the row of a path. Older names of the same value are rows of their own. */
export function createPathTable(rows: readonly PathRow[]): (path: string) => Found | null {
  const bySource = new Map(rows.map((row) => [row.source, row]))
  return (path) => {
    const parts = path.split('/')
    const numbers = parts.filter(isNumber).map(Number)
    const row = bySource.get(parts.map((part) => (isNumber(part) ? 'N' : part)).join('/'))
    if (!row) return null
    const [device = '', metric = ''] = row.target.split('/')
    const last = numbers.at(-1)
    return {
      device: device.replace('N', String(numbers[0])),
      metric: metric.replace('N', String(last)),
      factor: row.factor ?? 1,
      numbers,
    }
  }
}

/** The same rows for the documents. */
export const describeRows = (rows: readonly PathRow[]): MappingRow[] =>
  rows.map(({ source, target, factor = 1 }) => ({
    source,
    target,
    change: factor === 1 ? '' : `× ${factor}`,
  }))
