import type { LocationPricesView } from '@ohmstead/contract/location-pricing-money'
import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { findPriceWindows } from '@ohmstead/pricing/price-windows'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { locationPricesQuery } from '../../shared/pricing/location-prices-query.ts'
import { PriceDayChart } from '../../shared/pricing/price-day-chart.tsx'
import { roundPrice } from '../../shared/pricing/round-price.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChosenPrice } from './chosen-price.tsx'
import styles from './location-pricing.module.css'

const windowHours = 3
const quarterMs = 900_000

interface Props {
  locationId: number
  pricing: LocationPricingView
  address: LocationAddress
}

/** All-in prices of today and tomorrow as steps, with the cheapest hours. */
export function DayPrices({ locationId, pricing, address }: Props) {
  const t = useT()
  const now = useNow(60_000)
  const { fromMs, middleMs, toMs } = twoDays(now, pricing.time_zone)
  const { data: prices, error, refetch } = useQuery(locationPricesQuery(locationId, fromMs, toMs))
  const hasSpot = pricing.entries.some(
    ({ phase, listType }) => phase === 'active' && listType === 'spot_market',
  )
  return (
    <Panel
      heading={t('location_pricing.days.heading')}
      tools={
        hasSpot && (
          <Link to={locationPaths.spotMarket(address)} className={buttonClass({ variant: 'secondary' })}>
            {t('location_pricing.days.to_spot')}
          </Link>
        )
      }
    >
      {!prices && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!prices && !error && <Skeleton height={200} />}
      {prices && (
        <Chart
          locationId={locationId}
          address={address}
          prices={prices}
          now={now}
          middleMs={middleMs}
          hasSpot={hasSpot}
        />
      )}
    </Panel>
  )
}

interface ChartProps extends Omit<Props, 'pricing'> {
  prices: LocationPricesView
  now: number
  middleMs: number
  hasSpot: boolean
}

function Chart({ locationId, address, prices, now, middleMs, hasSpot }: ChartProps) {
  const t = useT()
  const format = useFormat()
  const text = usePriceText()
  const { currency, time_zone: timeZone, from, importPrices } = prices
  const money = (price: number) => text.price(roundPrice(String(price)), currency)
  const [chosen, setChosen] = useState<number | null>(null)
  const place = chosen ?? Math.max(0, Math.min(importPrices.length - 1, Math.floor((now - from) / quarterMs)))
  const momentOf = (at: number) => momentText(from + at * quarterMs, timeZone, format)
  const textOf = (at: number) => {
    const price = importPrices[at] ?? null
    return `${momentOf(at)}: ${price === null ? t('location_pricing.days.unknown') : money(price)}`
  }
  const cut = Math.round((middleMs - from) / quarterMs)
  const rows = [
    { from, prices: importPrices.slice(0, cut), key: 'today' as const },
    { from: middleMs, prices: importPrices.slice(cut), key: 'tomorrow' as const },
  ]
  const days = rows.map((row) => {
    const known = { firstStartMs: row.from, prices: row.prices.map((price) => price ?? Number.NaN) }
    const found = findPriceWindows(known, windowHours)
    const isFlat = !found || found.cheapest.mean === found.dearest.mean
    return { ...row, isKnown: row.prices.some((price) => price !== null), found: isFlat ? null : found }
  })
  const isUnknown = !days.some(({ isKnown }) => isKnown)
  if (isUnknown) return <p className={styles.soft}>{t('location_pricing.days.unknown')}</p>
  return (
    <>
      <PriceDayChart
        label={t('location_pricing.days.heading')}
        timeZone={timeZone}
        fromMs={from}
        prices={importPrices}
        nowMs={now}
        marked={days.flatMap(({ found }) => (found ? [found.cheapest] : []))}
        unit={text.unit(currency)}
        cursor={{ place, label: t('location_pricing.days.chosen'), textOf, onMove: setChosen }}
      />
      <ChosenPrice
        locationId={locationId}
        address={address}
        at={from + place * quarterMs}
        moment={momentOf(place)}
      />
      <ul className={styles.facts}>
        {days.map(({ key, isKnown, found }) => (
          <li key={key}>
            {!isKnown
              ? t(hasSpot ? 'location_pricing.days.later' : 'location_pricing.days.unknown')
              : found
                ? t(`location_pricing.days.cheapest_${key}`, {
                    from: format.time(found.cheapest.fromMs, timeZone),
                    to: format.time(found.cheapest.toMs, timeZone),
                    price: money(found.cheapest.mean),
                  })
                : t(`location_pricing.days.flat_${key}`)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** "Tue, 18:00–18:15" in the time of the location. */
function momentText(at: number, timeZone: string, format: ReturnType<typeof useFormat>): string {
  const time = (ms: number) => format.time(ms, timeZone)
  return `${format.weekday(at, timeZone, 'long')}, ${time(at)}–${time(at + quarterMs)}`
}

/** The local midnights around today and tomorrow. */
function twoDays(now: number, timeZone: string) {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
  const midnight = (days: number) => today.add({ days }).startOfDay().epochMilliseconds
  return { fromMs: midnight(0), middleMs: midnight(1), toMs: midnight(2) }
}
