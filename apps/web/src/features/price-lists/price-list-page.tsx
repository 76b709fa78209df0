import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChooseCompany } from '../../shared/pricing/choose-company.tsx'
import { locationPricingQuery } from '../../shared/pricing/location-prices-query.ts'
import { offersQuery } from '../../shared/pricing/offers-query.ts'
import { priceListQuery } from '../../shared/pricing/price-lists-query.ts'
import { usePricesScope } from '../../shared/pricing/prices-scope.ts'
import { usePricesIds } from '../../shared/route-ids.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState, NotAllowedState, Skeleton } from '../../shared/states/page-states.tsx'
import { EditPriceList } from './edit-price-list.tsx'
import { NewPriceList } from './new-price-list.tsx'
import styles from './price-lists-page.module.css'

/** The wizard for a new list. */
export function CreatePriceListPage() {
  const t = useT()
  const scope = usePricesScope()
  const { offer: offerId } = useSearch({ strict: false }) as { offer?: number }
  const isFromOffer = offerId !== undefined
  const { data: offers, error, refetch } = useQuery({ ...offersQuery(null), enabled: isFromOffer })
  const locationId = scope?.locationId ?? null
  const isForPoint = isFromOffer && locationId !== null
  const { data: pricing, isLoading } = useQuery({
    ...locationPricingQuery(locationId ?? 0),
    enabled: isForPoint,
  })
  if (isFromOffer && error && !offers)
    return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!scope || isLoading || (isFromOffer && !offers)) return <Skeleton height={320} radius={16} />
  const offer = offers?.find(({ id }) => id === offerId)
  if (isFromOffer && !offer) return <NotFoundState />
  if (!scope.mayCreate) return <NotAllowedState />
  if (scope.needsCompany) return <ChooseCompany />
  return (
    <div className={styles.wide}>
      <h1>{t('titles.new_price_list')}</h1>
      <NewPriceList key={offer?.id} scope={scope} offer={offer} tariffsCount={knownTariffs(pricing?.point)} />
    </div>
  )
}

/** What the metering point is known to have, not what is assumed of it. */
function knownTariffs(point: LocationPricingView['point'] | undefined): 1 | 2 | null {
  const isKnown = point && !point.assumedFields.includes('tariffsCount')
  return isKnown ? point.tariffsCount : null
}

/** The same wizard for an existing one. */
export function PriceListPage() {
  const scope = usePricesScope()
  const { priceListId } = usePricesIds()
  const { data, error, refetch } = useQuery({
    ...priceListQuery(priceListId ?? 0),
    enabled: priceListId !== null,
    // What is being written must not be replaced by a newer version on its own; saving says that there is one.
    refetchOnWindowFocus: false,
  })
  if (priceListId === null || (error instanceof ApiError && error.code === 'not_found'))
    return <NotFoundState />
  if (error && !data) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!data || !scope) return <Skeleton height={320} radius={16} />
  return <EditPriceList key={data.id} scope={scope} priceList={data} />
}
