import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LocationAddress } from '../../shared/paths.ts'
import { locationPriceQuery } from '../../shared/pricing/location-prices-query.ts'
import { roundPrice } from '../../shared/pricing/round-price.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './location-pricing.module.css'
import { PriceParts } from './price-parts.tsx'

interface Props {
  locationId: number
  address: LocationAddress
  at: number
  moment: string
}

/** The price of the quarter-hour that is chosen in the drawing, and what it is made of. */
export function ChosenPrice({ locationId, address, at, moment }: Props) {
  const text = usePriceText()
  const words = usePriceWords()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...locationPriceQuery(locationId, at),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return error ? <FailedStrip error={error} onRetry={() => void refetch()} /> : <Skeleton height={48} />
  const { components, total } = data.import
  const reasons = new Set(components.flatMap(({ missing }) => (missing ? [words.missing(missing)] : [])))
  return (
    <div aria-busy={isPlaceholderData}>
      <p className={styles.chosen}>
        <span>{moment}</span>
        <strong>{isPlaceholderData ? '…' : text.price(roundPrice(total), data.currency)}</strong>
        {total === null && <span className={styles.soft}>{[...reasons].join(' ')}</span>}
      </p>
      <PriceParts price={data} address={address} />
    </div>
  )
}
