import type { LocationView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { locationPricingQuery } from '../../shared/pricing/location-prices-query.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import styles from './invoice-check.module.css'
import { InvoiceCheck } from './invoice-check.tsx'

/** A real invoice beside what the location should have been billed. */
export function InvoiceCheckPage() {
  const address = useLocationAddress()
  const { data: location, error, refetch } = useLocationView(address?.locationId ?? 0)
  if (!address || !location)
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  return <LocationInvoiceCheck key={location.id} location={location} address={address} />
}

function LocationInvoiceCheck({ location, address }: { location: LocationView; address: LocationAddress }) {
  const t = useT()
  const user = useUser()
  const { data: pricing, error, refetch } = useQuery(locationPricingQuery(location.id))
  if (!pricing)
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  if (pricing.plan === null)
    return (
      <EmptyState
        isPage
        icon={<IconReceipt size={22} />}
        title={t('price_lists.missing_warning')}
        text={t('location_pricing.plan.unknown_until')}
      >
        <Link to={locationPaths.pricing(address)} className={buttonClass({ variant: 'primary' })}>
          {t('location_pricing.plan.choose')}
        </Link>
      </EmptyState>
    )
  const resource = { kind: 'location' as const, locationId: location.id, companyId: location.company.id }
  const mayEdit = decide(actorOf(user), 'location.edit', resource) === 'allowed'
  return (
    <div className={styles.page}>
      <h1>{t('titles.invoice_check')}</h1>
      <InvoiceCheck locationId={location.id} pricing={pricing} mayEdit={mayEdit} />
    </div>
  )
}

function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={40} width="40%" />
      <Skeleton height={240} radius={16} />
    </div>
  )
}
