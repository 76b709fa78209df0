import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { type Block, blocks } from '../calculation-data.ts'
import { findPeaks } from '../powers/find-peaks.ts'

/** One block in one month: its highest quarter-hours against the power that applies. */
export interface PeakRow {
  month: string
  block: Block
  /** Highest first, kW. */
  peaksKw: number[]
  /** Null if no power applies or the month has no such block. */
  powerKw: number | null
  occurrences: number
}

export const peaksPerMonth = 12

/** `powersOf` returns the powers of a month, which may change in between. Months without the block are omitted. */
export function buildPeakRows(
  profile: LoadProfile,
  powersOf: (month: string) => BlockPowers | null,
): PeakRow[] {
  return blocks.flatMap((block) => {
    const peaks = findPeaks(profile, block, peaksPerMonth)
    return profile.months.flatMap(({ month, blocks: loads }, place) => {
      const load = loads[block - 1]!
      if (load.present + load.missing === 0) return []
      const powerKw = powersOf(month.key)?.[block - 1] ?? null
      const above = (powers: Float64Array) =>
        powers.filter((kw) => powerKw !== null && kw - powerKw > 1e-9).length
      return {
        month: month.key,
        block,
        peaksKw: peaks.filter((peak) => peak.month === place).map(({ kw }) => kw),
        powerKw,
        occurrences: powerKw === null ? 0 : above(load.measuredKw) + above(load.estimatedKw),
      }
    })
  })
}

export function formatPeakCsv(rows: readonly PeakRow[]): string {
  const header = [
    'block',
    'month',
    'agreed [kW]',
    'exceeding quarter-hours',
    ...Array.from({ length: peaksPerMonth }, (_, at) => `peak ${at + 1} [kW]`),
  ]
  const lines = rows.map(({ block, month, powerKw, occurrences, peaksKw }) =>
    [
      block,
      month,
      powerKw ?? '',
      powerKw === null ? '' : occurrences,
      ...Array.from({ length: peaksPerMonth }, (_, at) =>
        peaksKw[at] === undefined ? '' : Math.round(peaksKw[at] * 1000) / 1000,
      ),
    ].join(','),
  )
  return `\uFEFF${[header.join(','), ...lines].join('\r\n')}\r\n`
}
