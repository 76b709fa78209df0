import { useLingui } from '@lingui/react'
import { getDateFormat } from '../../../shared/charts/date-format.ts'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { averageByMonth } from './heat-csv.ts'
import type { DayQuality } from './summarise-readings.ts'

/** Mean power by hour and month. */
export function HeatTable({ days, powersW }: { days: readonly DayQuality[]; powersW: Float32Array }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const months = averageByMonth(days, powersW)
  const name = getDateFormat(formatTag(i18n.locale), { timeZone: 'UTC', month: 'short', year: '2-digit' })
  return (
    <FigureTable label={t('portal.heat.caption')} isFlush>
      <caption>{t('portal.heat.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('portal.heat.hour')}</th>
          {months.map(({ month }) => (
            <th key={month} scope="col">
              {name.format(Date.parse(`${month}-01`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 24 }, (_, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours are always these
          <tr key={hour}>
            <th scope="row">
              {String(hour).padStart(2, '0')}–{String(hour + 1).padStart(2, '0')}
            </th>
            {months.map(({ month, meanW }) => (
              <td key={month}>{format.number(meanW[hour] === null ? null : meanW[hour]! / 1000, 2)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
