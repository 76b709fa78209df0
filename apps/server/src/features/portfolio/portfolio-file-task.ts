import type { PortfolioOptimisation, PortfolioRow } from '@ohmstead/contract/portfolio'
import type { Locale } from '@ohmstead/domain/i18n/locales'

/** A list of points to be written to a file. */
export interface PortfolioFileTask {
  kind: 'portfolio'
  format: 'xlsx' | 'csv'
  rows: readonly PortfolioRow[]
  optimisation: PortfolioOptimisation
  locale: Locale
}
