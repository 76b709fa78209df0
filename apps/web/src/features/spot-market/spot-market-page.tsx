import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAt } from '@ohmstead/domain/time/days'
import { marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { useRegionOptions } from '../../shared/pricing/use-region-options.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { marketRange } from './market-range.ts'
import styles from './spot-market.module.css'
import { SpotMarketView } from './spot-market-view.tsx'
import { spotDaysQuery, spotPricesQuery } from './spot-queries.ts'
import { useChosenRegion } from './spot-regions.ts'
import { StatePanel } from './state-panel.tsx'

/** The spot market of a region that the reader chooses. */
export function SpotMarketPage() {
  const t = useT()
  const user = useUser()
  const options = useRegionOptions()
  const { region, guess, choose } = useChosenRegion()
  const today = dayAt(useNow(60_000), marketTimeZone)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('titles.spot_market')}</h1>
          <p className={styles.lead}>{t('spot_market.page.lead')}</p>
        </div>
        <SelectField
          label={t('spot_market.region.label')}
          value={region ?? ''}
          options={options}
          onChange={choose}
        />
      </header>
      {region === null ? (
        <Ahead region={guess} />
      ) : (
        // Another region starts fresh: nothing of the previous one may be visible in it.
        <SpotMarketView
          key={region}
          region={region}
          unit="MWh"
          timeZone={findBiddingZone(region)?.timeZone ?? marketTimeZone}
          locationId={null}
        />
      )}
      {region !== null && hasRole(user, 'ROLE_SUPER_ADMIN') && <StatePanel region={region} today={today} />}
    </div>
  )
}

/** While the region is looked up, its likely prices are already on their way. */
function Ahead({ region }: { region: string }) {
  const { from, to } = marketRange(region, useNow(60_000))
  usePrefetchQuery(spotDaysQuery(region))
  usePrefetchQuery(spotPricesQuery(region, from, to))
  return <Skeleton height={520} radius={16} />
}
