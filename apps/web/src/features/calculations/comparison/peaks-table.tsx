import { useLingui } from '@lingui/react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { formatMonthName } from '../bill/month-name.ts'
import styles from './comparison.module.css'
import type { PeakRow } from './peak-rows.ts'

/** The same as numbers: the highest quarter-hour of each block and month, and how many are above the power. */
export function PeaksTable({ rows, name }: { rows: readonly PeakRow[]; name: string }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  return (
    <FigureTable label={name} isTall>
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('calculations.peaks.block')}</th>
          <th scope="col" className={styles.word}>
            {t('calculations.compare.month')}
          </th>
          <th scope="col">{t('calculations.peaks.highest')}</th>
          <th scope="col">{t('calculations.peaks.agreed')}</th>
          <th scope="col">{t('calculations.column.occurrences')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ block, month, peaksKw, powerKw, occurrences }) => (
          <tr key={`${block} ${month}`}>
            <th scope="row">{t('calculations.block', { block })}</th>
            <td className={styles.word}>{formatMonthName(month, i18n.locale)}</td>
            <td>{peaksKw[0] === undefined ? '–' : `${format.number(peaksKw[0], 2)} kW`}</td>
            <td>{powerKw === null ? '–' : `${format.number(powerKw, 1)} kW`}</td>
            <td>{powerKw === null ? '–' : format.number(occurrences)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
