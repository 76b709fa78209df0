import { useLingui } from '@lingui/react'
import { formatBucket } from '../../shared/charts/format-bucket.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useEuro } from '../../shared/use-euro.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import type { QuarterFigures } from './quarter-figures.ts'

interface QuarterTableProps {
  quarters: readonly QuarterFigures[]
  timeZone: string
}

/** What the chart shows, in figures. */
export function QuarterTable({ quarters, timeZone }: QuarterTableProps) {
  const t = useT()
  const { i18n } = useLingui()
  const euro = useEuro()
  const { text: quantity } = useQuantity()
  return (
    <details>
      <summary>{t('energy_sharing.day.table')}</summary>
      <FigureTable label={t('energy_sharing.day.table')} isTall>
        <thead>
          <tr>
            <th scope="col">{t('energy_sharing.day.time')}</th>
            {(['given', 'received', 'unused', 'worth'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`energy_sharing.figure.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quarters.map(({ startMs, isSettled, givenWh, receivedWh, unusedWh, worth }) => (
            <tr key={startMs}>
              <th scope="row">{formatBucket(startMs, startMs + 900_000, timeZone, i18n.locale, false)}</th>
              {isSettled ? (
                <>
                  <td>{quantity(givenWh, 'Wh')}</td>
                  <td>{quantity(receivedWh, 'Wh')}</td>
                  <td>{quantity(unusedWh, 'Wh')}</td>
                  <td>{euro(worth, 4)}</td>
                </>
              ) : (
                <td colSpan={4} data-text>
                  {t('energy_sharing.day.not_shared')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </details>
  )
}
