import { IconCurrencyEuro } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { useRegionName } from '../../shared/pricing/use-region-name.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './spot-market.module.css'
import { SpotMarketView } from './spot-market-view.tsx'

/** The spot market of a location's own region, with what a kilowatt-hour costs there all in. */
export function LocationSpotMarketPage() {
  const t = useT()
  const name = useRegionName()
  const address = useLocationAddress()
  const { data: location, error, refetch } = useLocationView(address?.locationId ?? 0)
  if (!location)
    return error ? (
      <FailedState isPage error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={520} radius={16} />
    )
  const region = location.region?.code
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('titles.spot_market')}</h1>
        <p className={styles.lead}>
          {t('spot_market.page.location_lead')}{' '}
          {region && `${t('spot_market.region.label')}: ${name(region)}.`}
        </p>
      </header>
      {region ? (
        <SpotMarketView
          key={location.id}
          region={region}
          unit="kWh"
          timeZone={location.timezone.name}
          locationId={location.id}
        />
      ) : (
        <EmptyState icon={<IconCurrencyEuro size={22} />} title={t('spot_market.region.none')} />
      )}
    </div>
  )
}
