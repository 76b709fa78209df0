import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChartKey } from '../../shared/what-if/chart-key.tsx'
import { LineChart } from '../../shared/what-if/line-chart.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { DayShape } from './shape-solar.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const june = 6

/** The mean day of a month: when the sun supplies and when the house consumes. */
export function DayPanel({ days }: { days: readonly DayShape[] }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const [month, setMonth] = useState(june)
  const [hour, setHour] = useState(12)
  const day = days.find((one) => one.month === month) ?? days[0]
  if (!day) return null
  const name = getDateFormat(formatTag(i18n.locale), { month: 'long', timeZone: 'UTC' })
  const series = [
    { key: 'pv', label: t('solar.day.pv'), colour: 'var(--energy-sun)', values: day.pvKw },
    { key: 'house', label: t('solar.day.house'), colour: 'var(--energy-home)', values: day.houseKw },
  ]
  const time = (value: number) => `${String(value).padStart(2, '0')}:00`
  return (
    <Panel
      heading={t('solar.day.heading')}
      lead={t('solar.day.lead')}
      tools={
        <SelectField
          label={t('solar.day.month')}
          value={String(day.month)}
          options={days.map((one) => ({
            value: String(one.month),
            label: name.format(Date.UTC(2026, one.month - 1, 1)),
          }))}
          onChange={(value) => setMonth(Number(value))}
        />
      }
    >
      <LineChart
        label={t('solar.day.heading')}
        xs={hours}
        series={series}
        selected={hour}
        onSelect={setHour}
        formatX={time}
        formatY={(y) => format.number(y, Math.abs(y) < 10 && y % 1 !== 0 ? 1 : 0)}
        xTitle=""
        yTitle="kW"
      />
      <ChartKey
        heading={`${time(hour)} – ${time(hour + 1)}`}
        rows={series.map(({ key, label, colour, values }) => ({
          key,
          label,
          colour,
          value: `${format.number(values[hour]!, 2)} kW`,
        }))}
      />
    </Panel>
  )
}
