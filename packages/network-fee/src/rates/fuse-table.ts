import { publishedRates } from './published-rates.ts'
import type { FuseTable } from './rate-file.ts'

export type Fuse = FuseTable['rows'][number]

/** Connection power and old billing power of a fuse; null for a size missing from the table. */
export function findFuse(phases: 1 | 3 | null, ampere: number | null, book = publishedRates): Fuse | null {
  const table = book.fuses.at(-1)
  return table?.rows.find((row) => row.phases === phases && row.ampere === ampere) ?? null
}
