import { useLingui } from '@lingui/react'
import type { SpotHeatMapView } from '@ohmstead/contract/spot-market'
import { useMemo } from 'react'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import type { SpotText } from './spot-price-text.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The mean of each hour in each month; null without a price. */
export function findMonthMeans({
  year,
  prices,
}: Pick<SpotHeatMapView, 'year' | 'prices'>): (number | null)[][] {
  const sums = Array.from({ length: 12 }, () => hours.map(() => ({ sum: 0, count: 0 })))
  prices.forEach((price, at) => {
    if (price === null) return
    const cell = sums[new Date(Date.UTC(year, 0, 1 + Math.floor(at / 24))).getUTCMonth()]![at % 24]!
    cell.sum += price
    cell.count += 1
  })
  return sums.map((row) => row.map(({ sum, count }) => (count === 0 ? null : sum / count)))
}

/** The map in numbers. */
export function YearTable({ map, scale, text }: { map: SpotHeatMapView; scale: number; text: SpotText }) {
  const t = useT()
  const { i18n } = useLingui()
  const means = useMemo(() => findMonthMeans(map), [map])
  const monthName = getDateFormat(formatTag(i18n.locale), { month: 'short', timeZone: 'UTC' })
  const label = `${t('spot_market.heat.table')}, ${text.unit}`
  return (
    <FigureTable label={label} isTall>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('spot_market.heat.hour')}</th>
          {means.map((_, month) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: months never move
            <th key={month} scope="col">
              {monthName.format(Date.UTC(map.year, month, 1))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">
              {hour}–{hour + 1}
            </th>
            {means.map((row, month) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: months never move
              <td key={month}>{text.amount(row[hour] === null ? null : row[hour]! * scale)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
