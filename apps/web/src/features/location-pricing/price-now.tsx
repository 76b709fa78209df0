import type { PriceAt } from '@ohmstead/pricing/price-component'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import type { LocationAddress } from '../../shared/paths.ts'
import { locationPriceQuery } from '../../shared/pricing/location-prices-query.ts'
import { roundPrice } from '../../shared/pricing/round-price.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './location-pricing.module.css'
import { PriceParts } from './price-parts.tsx'

const quarterMs = 900_000

/** The answer first: what a kilowatt-hour costs now with everything, and what it is made of. */
export function PriceNow({ locationId, address }: { locationId: number; address: LocationAddress }) {
  const t = useT()
  const now = useNow(30_000)
  const at = Math.floor(now / quarterMs) * quarterMs
  const { data: price, error, refetch } = useQuery(locationPriceQuery(locationId, at))
  return (
    <Panel heading={t('location_pricing.now.heading')}>
      {!price && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!price && !error && <Skeleton height={120} />}
      {price && (
        <>
          <Totals price={price} />
          <PriceParts price={price} address={address} />
        </>
      )}
    </Panel>
  )
}

function Totals({ price }: { price: PriceAt }) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const { currency } = price
  const reasons = price.import.components.flatMap(({ missing }) => (missing ? [words.missing(missing)] : []))
  const isPaid = price.export.components.length > 0
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t('location_pricing.now.import')}</dt>
        <dd>{text.price(roundPrice(price.import.total), currency)}</dd>
        <dd className={styles.soft}>
          {price.import.total === null ? [...new Set(reasons)].join(' ') : t('location_pricing.now.all_in')}
        </dd>
      </div>
      {isPaid && (
        <div>
          <dt>{t('location_pricing.now.export')}</dt>
          <dd>{text.price(roundPrice(price.export.total), currency)}</dd>
        </div>
      )}
    </dl>
  )
}
