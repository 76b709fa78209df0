import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChartKey } from '../../shared/what-if/chart-key.tsx'
import { MonthBars } from '../../shared/what-if/month-bars.tsx'
import { Button } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SolarMonth } from './shape-solar.ts'

const kinds = [
  { key: 'ownKwh', colour: 'var(--energy-sun)', fill: 'var(--fill-sun)', side: 1 },
  { key: 'exportKwh', colour: 'var(--energy-grid-export)', fill: null, side: 1 },
  { key: 'importKwh', colour: 'var(--energy-grid-import)', fill: null, side: -1 },
] as const

/** Month by month: solar energy used and fed in above, remaining import below. */
export function MonthPanel({ months }: { months: readonly SolarMonth[] }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const [isTable, setTable] = useState(false)
  const name = getDateFormat(formatTag(i18n.locale), {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  })
  const names = months.map(({ firstDay }) => name.format(Date.parse(firstDay)))
  const kwh = (value: number) => `${format.number(value)} kWh`
  const sum = (key: (typeof kinds)[number]['key']) => months.reduce((all, month) => all + month[key], 0)
  return (
    <Panel
      heading={t('solar.months.heading')}
      lead={t('solar.months.lead')}
      tools={
        <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'charts.table.hide' : 'charts.table.show')}
        </Button>
      }
    >
      {isTable ? (
        <FigureTable>
          <thead>
            <tr>
              <th scope="col">{t('solar.months.month')}</th>
              {kinds.map(({ key }) => (
                <th key={key} scope="col">
                  {t(`solar.months.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month, place) => (
              <tr key={month.firstDay}>
                <th scope="row">{names[place]}</th>
                {kinds.map(({ key }) => (
                  <td key={key}>{kwh(month[key])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </FigureTable>
      ) : (
        <MonthBars
          label={t('solar.months.heading')}
          names={names}
          parts={kinds.map(({ key, colour, fill, side }) => ({
            key,
            label: t(`solar.months.${key}`),
            colour,
            ...(fill && { fill }),
            side,
            values: months.map((month) => Math.max(month[key], 0)),
          }))}
          formatY={(y) => format.number(y)}
          yTitle="kWh"
        />
      )}
      <ChartKey
        heading={t('solar.months.whole')}
        rows={kinds.map(({ key, colour, fill }) => ({
          key,
          colour,
          ...(fill && { fill }),
          label: t(`solar.months.${key}`),
          value: kwh(sum(key)),
        }))}
      />
    </Panel>
  )
}
