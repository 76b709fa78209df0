import type { SpotSourceNote } from '@ohmstead/contract/spot-market'
import type { Locale } from '@ohmstead/domain/i18n/locales'

export interface ChartFileColumn {
  /** Prefixed to the text if several devices are in one file. */
  device?: string
  /** The key of a text, or a literal name. */
  name: string
  unit: string
  values: readonly (number | string | null)[]
  /** Energies add up; means do not. */
  isSummed?: boolean
}

/** The numbers of a chart, to be written to a workbook. */
export interface ChartFileTask {
  kind: 'chart'
  title: string
  timeZone: string
  ts: readonly number[]
  to: number
  columns: ChartFileColumn[]
  estimated: readonly number[]
  incomplete: readonly number[]
  locale: Locale
  /** Who published the figures, above the table. */
  sources?: readonly SpotSourceNote[]
}
