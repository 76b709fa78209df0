import { useLingui } from '@lingui/react'
import { getDateFormat } from '../../../shared/charts/date-format.ts'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import styles from './data-page.module.css'
import type { DayState } from './day-quality.ts'
import type { DayQuality } from './summarise-readings.ts'

const mostRows = 400

/** Only the days with something to report. */
export function QualityTable({ days, states }: { days: readonly DayQuality[]; states: readonly DayState[] }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const date = getDateFormat(formatTag(i18n.locale), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const rows = days.flatMap((day, at) => {
    const state = states[at]!
    const isListed = (state !== 'whole' && state !== 'notYet') || (day.version ?? 1) > 1
    return isListed ? [{ ...day, state }] : []
  })
  if (rows.length === 0) return <p className={styles.readout}>{t('portal.quality.all_whole')}</p>
  return (
    <FigureTable label={t('portal.quality.table')} isFlush isTall>
      <thead>
        <tr>
          <th scope="col">{t('portal.quality.day')}</th>
          <th scope="col">{t('portal.quality.what')}</th>
          <th scope="col">{t('portal.quality.lacking')}</th>
          <th scope="col">{t('portal.quality.estimates')}</th>
          <th scope="col">{t('portal.quality.zeros')}</th>
          <th scope="col">{t('portal.quality.version')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(-mostRows).map((row) => (
          <tr key={row.day}>
            <th scope="row">{date.format(Date.parse(row.day))}</th>
            <td>{t(`portal.quality.state.${row.state}`)}</td>
            <td>{format.number(row.intervals - row.present)}</td>
            <td>{format.number(row.estimated)}</td>
            <td>{format.number(row.suspect)}</td>
            <td>{format.number(row.version)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
