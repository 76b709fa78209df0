import { roundDigits } from '@ohmstead/domain/money/round-digits'
import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import type { Format } from '../../shared/i18n/format.ts'
import type { Translate } from '../../shared/i18n/use-t.ts'
import type { FormatEuro } from '../../shared/use-euro.ts'
import type { PortfolioOptimisation, PortfolioRow } from './portfolio-query.ts'

/** Texts and formats of the current language, and the run that the rows are of. */
export interface ApplicationWords {
  t: Translate
  format: Format
  euro: FormatEuro
  day: (day: string) => string
  run: Pick<PortfolioOptimisation, 'advice_from' | 'levies' | 'vat'>
}

/** Points with something to request: cheaper powers that must be applied for. */
export function findApplicable(rows: readonly PortfolioRow[]): PortfolioRow[] {
  return rows.filter(
    ({ advice, recommended_powers_kw }) => advice === 'change' && recommended_powers_kw !== null,
  )
}

/** The request for one point in the form the operator expects: the point, the power of each block, and what it saves. */
export function writeApplication(row: PortfolioRow, { t, format, euro, day, run }: ApplicationWords): string {
  const powers = row.recommended_powers_kw ?? []
  const { yearly_saving: saving } = row
  return [
    t('portfolio.apply.point', { eimm: row.eimm, title: row.title ?? row.eimm }),
    ...powers.map((kw, place) => t('portfolio.apply.block', { block: place + 1, kw: format.number(kw, 1) })),
    // The figure of the table and of the point's own page, in its rounding.
    ...(saving
      ? [
          t('portfolio.apply.saving', {
            saving: euro(saving, roundDigits(saving)),
            day: day(run.advice_from),
            basis: t(`calculations.held.${nameBasis(run)}`),
          }),
        ]
      : []),
  ].join('\n')
}

/** Requests for many points, one below the other. */
export function writeApplications(rows: readonly PortfolioRow[], words: ApplicationWords): string {
  return findApplicable(rows)
    .map((row) => writeApplication(row, words))
    .join('\n\n')
}
