import type { Format } from '../../shared/i18n/format.ts'
import type { Translate } from '../../shared/i18n/use-t.ts'
import type { PortfolioRow } from './portfolio-query.ts'

/** Points with something to request: cheaper powers that must be applied for. */
export function findApplicable(rows: readonly PortfolioRow[]): PortfolioRow[] {
  return rows.filter(
    ({ advice, recommended_powers_kw }) => advice === 'change' && recommended_powers_kw !== null,
  )
}

/** The request for one point in the form the operator expects: the point, then the power of each block. */
export function writeApplication(row: PortfolioRow, t: Translate, format: Format): string {
  const powers = row.recommended_powers_kw ?? []
  return [
    t('portfolio.apply.point', { eimm: row.eimm, title: row.title ?? row.eimm }),
    ...powers.map((kw, place) => t('portfolio.apply.block', { block: place + 1, kw: format.number(kw, 1) })),
  ].join('\n')
}

/** Requests for many points, one below the other. */
export function writeApplications(rows: readonly PortfolioRow[], t: Translate, format: Format): string {
  return findApplicable(rows)
    .map((row) => writeApplication(row, t, format))
    .join('\n\n')
}
