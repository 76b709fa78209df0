import type { LocationView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import type { LocationAddress } from '../../shared/paths.ts'
import { locationPricingQuery } from '../../shared/pricing/location-prices-query.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { BillPanel } from './bill-panel.tsx'
import { DayPrices } from './day-prices.tsx'
import styles from './location-pricing.module.css'
import { MetersPanel } from './meters-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PointPanel } from './point-panel.tsx'
import { PriceNow } from './price-now.tsx'
import { RepricingPanel } from './repricing-panel.tsx'

/** What the energy of a location costs: now, today and tomorrow, in a month, and why. */
export function LocationPricingPage() {
  const address = useLocationAddress()
  const { data: location, error, refetch } = useLocationView(address?.locationId ?? 0)
  if (!address || !location)
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  return <LocationPricing key={location.id} location={location} address={address} />
}

function LocationPricing({ location, address }: { location: LocationView; address: LocationAddress }) {
  const t = useT()
  const user = useUser()
  const { data: pricing, error, refetch } = useQuery(locationPricingQuery(location.id))
  if (!pricing)
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  const resource = { kind: 'location' as const, locationId: location.id, companyId: location.company.id }
  const mayEdit = decide(actorOf(user), 'location.edit', resource) === 'allowed'
  const common = { locationId: location.id, pricing, address, mayEdit }
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('location_pricing.page.heading', { name: location.name })}</h1>
      </header>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {pricing.point?.netMetering && (
        <p className={styles.warning} role="note">
          <IconAlertTriangle size={18} aria-hidden />
          {t('location_pricing.netting.warning')}
        </p>
      )}
      {pricing.plan !== null && pricing.activePriceListId !== null && (
        <>
          <PriceNow locationId={location.id} address={address} />
          <DayPrices locationId={location.id} pricing={pricing} address={address} />
        </>
      )}
      <PlanPanel {...common} />
      {pricing.plan !== null && <BillPanel locationId={location.id} timeZone={pricing.time_zone} />}
      <PointPanel {...common} />
      {pricing.point?.origin === 'joined' && (
        <MetersPanel locationId={location.id} timeZone={pricing.time_zone} />
      )}
      {pricing.plan !== null && <RepricingPanel locationId={location.id} timeZone={pricing.time_zone} />}
    </div>
  )
}

function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={40} width="40%" />
      <Skeleton height={180} radius={16} />
      <Skeleton height={240} radius={16} />
    </div>
  )
}
