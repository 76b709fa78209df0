import { useLingui } from '@lingui/react'
import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import { nameAdvised } from '@ohmstead/network-fee/optimum/name-advised'
import { Link } from '@tanstack/react-router'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { portalPaths } from '../../shared/paths.ts'
import { useEuro } from '../../shared/use-euro.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Modal } from '../../ui/modal.tsx'
import textStyles from '../../ui/text.module.css'
import { findApplicable, writeApplication } from './apply-texts.ts'
import styles from './portfolio.module.css'
import type { PortfolioOptimisation, PortfolioRow } from './portfolio-query.ts'
import { RowNotes } from './portfolio-table.tsx'
import { useApplicationWords } from './use-application-words.ts'

/** One point of the table in full: the choices with their costs, the powers block by block, the request text. */
export function PointDetails({
  row,
  optimisation,
  onClose,
}: {
  row: PortfolioRow
  optimisation: PortfolioOptimisation
  onClose: () => void
}) {
  const t = useT()
  const { i18n } = useLingui()
  const format = useFormat()
  const euro = useEuro()
  const day = useFormatDay()
  const words = useApplicationWords(optimisation)
  const advised = nameAdvised(row.advice)
  const choices = [
    ['current', row.current_cost],
    ['optimised', row.optimised_cost],
    ['operatorDefault', row.operator_default_cost],
  ] as const
  return (
    <Modal title={row.title ?? row.eimm} closeLabel={t('common.action.close')} onClose={onClose} size="wide">
      <div className={styles.details}>
        <p className={textStyles.soft}>
          {[row.eimm, row.owner?.name, formatDays(optimisation.from, optimisation.to, i18n.locale)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <dl className={styles.choices}>
          {choices.map(([name, cost]) => (
            <div key={name} data-cheapest={advised === name || undefined}>
              <dt>{t(`portfolio.choice.${name}`)}</dt>
              <dd>{euro(cost)}</dd>
            </div>
          ))}
        </dl>
        {row.current_powers_kw && row.recommended_powers_kw && (
          <FigureTable isFlush>
            <thead>
              <tr>
                <th scope="col">{t('portal.blocks.block')}</th>
                <th scope="col">{t('portfolio.details.now')}</th>
                <th scope="col">{t('portfolio.details.recommended')}</th>
              </tr>
            </thead>
            <tbody>
              {row.current_powers_kw.map((kw, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: blocks are known by their number
                <tr key={place}>
                  <th scope="row">{place + 1}</th>
                  <td>{format.number(kw, 1)} kW</td>
                  <td>{format.number(row.recommended_powers_kw![place]!, 1)} kW</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        )}
        <p className={textStyles.soft}>
          {t('portfolio.details.basis', {
            from: day(optimisation.advice_from),
            basis: t(`calculations.held.${nameBasis(optimisation)}`),
          })}{' '}
          {row.advice === 'change' &&
            row.saves_in !== null &&
            t('portfolio.details.sure', { share: format.percent(row.saves_in, 0) })}{' '}
          {row.relative_gap !== null && t('portfolio.details.proof')} <RowNotes row={row} />
        </p>
        {findApplicable([row]).length > 0 && (
          <pre className={styles.application}>{writeApplication(row, words)}</pre>
        )}
        <Link
          to={portalPaths.calculations}
          search={{ device: row.device_id, from: optimisation.from, to: optimisation.to } as never}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('portfolio.details.open')}
        </Link>
      </div>
    </Modal>
  )
}
