import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { MonthBars } from '../../shared/what-if/month-bars.tsx'
import styles from './energy-sharing.module.css'
import type { QuarterFigures } from './quarter-figures.ts'

interface QuarterChartProps {
  quarters: readonly QuarterFigures[]
  timeZone: string
}

/** Received and unused above the line, given below it. */
export function QuarterChart({ quarters, timeZone }: QuarterChartProps) {
  const t = useT()
  const format = useFormat()
  const most = Math.max(
    ...quarters.map(({ receivedWh, unusedWh, givenWh }) =>
      Math.max((receivedWh ?? 0) + (unusedWh ?? 0), givenWh ?? 0),
    ),
  )
  const unit = most < 1000 ? 'Wh' : 'kWh'
  const values = (name: 'receivedWh' | 'unusedWh' | 'givenWh') =>
    quarters.map((quarter) => (quarter[name] ?? 0) / (unit === 'Wh' ? 1 : 1000))
  const parts = [
    { key: 'received', colour: 'var(--energy-battery)', side: 1 as const, values: values('receivedWh') },
    { key: 'unused', colour: 'var(--energy-other)', side: 1 as const, values: values('unusedWh') },
    { key: 'given', colour: 'var(--energy-grid-export)', side: -1 as const, values: values('givenWh') },
  ].map((part) => ({ ...part, label: t(`energy_sharing.figure.${part.key as 'given'}`) }))
  return (
    <figure className={styles.places}>
      <figcaption className={styles.keyLegend}>
        {parts.map(({ key, label, colour }) => (
          <span key={key}>
            <i style={{ background: colour }} aria-hidden />
            {label}
          </span>
        ))}
      </figcaption>
      <MonthBars
        label={t('energy_sharing.day.chart')}
        // The place tells the two hours of the night of the clock change apart.
        names={quarters.map(
          ({ startMs }, place) => `${format.time(startMs, timeZone).replace(/\s/g, ' ')} ${place}`,
        )}
        parts={parts}
        formatY={(tick) => format.number(tick, Number.isInteger(tick) ? 0 : Math.abs(tick) < 0.1 ? 2 : 1)}
        yTitle={unit}
        height={260}
      />
    </figure>
  )
}
