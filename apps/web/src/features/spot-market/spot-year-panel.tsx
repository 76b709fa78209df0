import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPricesQuery } from '../../shared/pricing/location-prices-query.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { findOwnYear, yearRange } from './own-year.ts'
import { PriceChoice, type ShownPrice } from './price-choice.tsx'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'
import { spotHeatMapQuery } from './spot-queries.ts'
import { YearMap } from './year-map.tsx'
import { YearTable } from './year-table.tsx'

interface YearPanelProps {
  region: string
  /** Whose all-in prices can be shown. */
  locationId: number | null
  /** The first and the last day with prices. */
  firstDay: string
  lastDay: string
  scale: number
  text: SpotText
}

/** A year of prices as a map of hours, or as a table of means. */
export function YearPanel({ region, locationId, firstDay, lastDay, scale, text }: YearPanelProps) {
  const t = useT()
  const [first, last] = [firstDay, lastDay].map((day) => Number(day.slice(0, 4))) as [number, number]
  const [chosen, setChosen] = useState(last)
  const [isTable, setTable] = useState(false)
  const [shown, setShown] = useState<ShownPrice>('bare')
  const year = Math.min(Math.max(chosen, first), last)
  const { data, error, refetch } = useQuery(spotHeatMapQuery(region, year))
  const asksAllIn = locationId !== null && shown === 'allIn' && data !== undefined
  const range = data ? yearRange(data) : { from: 0, to: 0 }
  const allIn = useQuery({
    ...locationPricesQuery(locationId ?? 0, range.from, range.to),
    enabled: asksAllIn,
  })
  const own = useMemo(() => (data && allIn.data ? findOwnYear(data, allIn.data) : null), [data, allIn.data])
  const map = asksAllIn ? own : data
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
      {locationId !== null && <PriceChoice value={shown} onChange={setShown} />}
      {asksAllIn && allIn.error && !allIn.data && (
        <FailedState error={allIn.error} onRetry={() => void allIn.refetch()} />
      )}
      {((!data && !error) || (asksAllIn && allIn.isPending)) && <Skeleton height={300} radius={12} />}
      {asksAllIn && allIn.data && !own && <p className={styles.notice}>{t('spot_market.no_all_in')}</p>}
      {map &&
        (isTable ? (
          <YearTable map={map} scale={scale} text={text} />
        ) : (
          <YearMap map={map} scale={scale} text={text} />
        ))}
    </Panel>
  )
}
