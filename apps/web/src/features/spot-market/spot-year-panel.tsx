import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'
import { spotHeatMapQuery } from './spot-queries.ts'
import { YearMap } from './year-map.tsx'
import { YearTable } from './year-table.tsx'

interface YearPanelProps {
  region: string
  /** The first and the last day with prices. */
  firstDay: string
  lastDay: string
  scale: number
  text: SpotText
}

/** A year of prices as a map of hours, or as a table of means. */
export function YearPanel({ region, firstDay, lastDay, scale, text }: YearPanelProps) {
  const t = useT()
  const [first, last] = [firstDay, lastDay].map((day) => Number(day.slice(0, 4))) as [number, number]
  const [chosen, setChosen] = useState(last)
  const [isTable, setTable] = useState(false)
  const year = Math.min(Math.max(chosen, first), last)
  const { data, error, refetch } = useQuery(spotHeatMapQuery(region, year))
  const years = Array.from({ length: last - first + 1 }, (_, at) => String(last - at))
  return (
    <Panel
      heading={t('spot_market.heat.heading')}
      lead={t('spot_market.heat.lead')}
      tools={
        <div className={styles.yearTools}>
          <SelectField
            label={t('spot_market.heat.year')}
            isLabelHidden
            value={String(year)}
            options={years.map((value) => ({ value, label: value }))}
            onChange={(value) => setChosen(Number(value))}
          />
          <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t(isTable ? 'charts.table.hide' : 'charts.table.show')}
          </Button>
        </div>
      }
    >
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={300} radius={12} />}
      {data &&
        (isTable ? (
          <YearTable map={data} scale={scale} text={text} />
        ) : (
          <YearMap map={data} scale={scale} text={text} />
        ))}
    </Panel>
  )
}
