import { dayAfter } from '@ohmstead/domain/time/days'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPricesQuery } from '../../shared/pricing/location-prices-query.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useBelowFirstView } from '../../shared/use-below-first-view.ts'
import { useNow } from '../../shared/use-now.ts'
import { alignPrices } from './align-prices.ts'
import { AveragePanel } from './average-panel.tsx'
import { quarterMs } from './build-spot-chart.ts'
import { isShown } from './day-facts.tsx'
import { DaysPanel } from './days-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { marketRange } from './market-range.ts'
import { SourceNote } from './source-note.tsx'
import { type SpotUnit, useSpotText } from './spot-price-text.ts'
import { spotDaysQuery, spotPricesQuery } from './spot-queries.ts'
import { YearPanel } from './spot-year-panel.tsx'
import { WindowsPanel } from './windows-panel.tsx'

interface SpotMarketViewProps {
  region: string
  unit: SpotUnit
  /** The clock of the reader. */
  timeZone: string
  /** Whose all-in prices stand beside those of the exchange. */
  locationId: number | null
}

/** The spot prices of a region: now, today and tomorrow, cheap hours, history, a year at a glance. */
export function SpotMarketView({ region, unit, timeZone, locationId }: SpotMarketViewProps) {
  const nowMs = useNow(30_000)
  const { today: todayName, from, to } = marketRange(region, nowMs)
  const days = useQuery(spotDaysQuery(region))
  // Asked for at once, not after the days; and again when more of them is known.
  const prices = useQuery(spotPricesQuery(region, from, to))
  const allIn = useQuery({
    ...locationPricesQuery(locationId ?? 0, from, to),
    enabled: locationId !== null,
  })
  const version = days.data ? `${days.data.today.status} ${days.data.tomorrow.status}` : ''
  const known = useRef(version)
  const { refetch: refetchPrices } = prices
  const { refetch: refetchAllIn } = allIn
  useEffect(() => {
    if (known.current !== '' && known.current !== version) {
      void refetchPrices()
      if (locationId !== null) void refetchAllIn()
    }
    known.current = version
  }, [version, locationId, refetchPrices, refetchAllIn])
  const t = useT()
  const text = useSpotText(prices.data?.currency ?? 'EUR', unit)
  const scale = unit === 'kWh' ? 0.001 : 1
  const isBelow = useBelowFirstView()
  const error = days.error ?? prices.error
  const retry = () => void Promise.all([days.refetch(), prices.refetch()])
  if (!days.data || !prices.data)
    return error ? <FailedState error={error} onRetry={retry} /> : <Skeleton height={520} radius={16} />
  const own = allIn.data?.currency === prices.data.currency ? allIn.data : null
  // All-in prices are per kilowatt-hour.
  const ownPrices = own && alignPrices(own, prices.data.from, prices.data.prices.length)
  // Without a price of now a location has none of before to choose.
  const ownLocationId = ownPrices ? locationId : null
  const bare = prices.data.prices.map((price) => price && price * scale)
  const isTomorrowShown = isShown(days.data.tomorrow.status)
  const shownCount = Math.round(
    ((isTomorrowShown ? days.data.tomorrow.to : days.data.today.to) - from) / quarterMs,
  )
  const { first_day: firstDay, last_day: lastKnown } = days.data
  const lastDay = isTomorrowShown ? days.data.tomorrow.day : days.data.today.day
  return (
    <>
      {error && <FailedStrip error={error} onRetry={retry} />}
      <DaysPanel
        days={days.data}
        prices={prices.data}
        allIn={ownPrices}
        {...{ scale, text, timeZone, nowMs }}
      />
      {allIn.data && own === null && (
        <p>{t('spot_market.other_currency', { own: allIn.data.currency, market: prices.data.currency })}</p>
      )}
      {own && !ownPrices && <p>{t('spot_market.no_all_in')}</p>}
      {bare.some((price) => price !== null) && (
        <WindowsPanel
          from={prices.data.from}
          prices={(ownPrices ?? bare).slice(0, shownCount)}
          isAllIn={ownPrices !== null}
          {...{ text, timeZone, nowMs }}
        />
      )}
      {locationId !== null && isBelow && (
        <AveragePanel locationId={locationId} lastDay={dayAfter(todayName, -1)} />
      )}
      {firstDay && lastKnown && isBelow && (
        <>
          <HistoryPanel
            key={region}
            locationId={ownLocationId}
            {...{ region, lastDay, scale, text, timeZone, nowMs }}
          />
          <YearPanel locationId={ownLocationId} {...{ region, firstDay, lastDay: lastKnown, scale, text }} />
        </>
      )}
      <SourceNote sources={prices.data.sources} />
    </>
  )
}
