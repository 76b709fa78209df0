import type { Format } from '../../shared/i18n/format.ts'
import type { PortfolioRow } from './portfolio-query.ts'

/** "5,0 / 5,0 / 6,1 / 6,1 / 6,1 kW"; unknown or changing powers are "–". */
export function formatPowers(powersKw: PortfolioRow['current_powers_kw'], format: Format): string {
  if (powersKw === null) return format.number(null)
  return `${powersKw.map((kw) => format.number(kw, 1)).join(' / ')} kW`
}
