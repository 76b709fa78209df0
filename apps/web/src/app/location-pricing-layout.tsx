import { Link, Outlet } from '@tanstack/react-router'
import { type MessageKey, useT } from '../shared/i18n/use-t.ts'
import { PageTabs } from '../shared/page-tabs/page-tabs.tsx'
import { type LocationAddress, locationPaths } from '../shared/paths.ts'
import { useLocationAddress } from '../shared/route-ids.ts'
import styles from './pricing-layout.module.css'

const tabs: readonly { to: (address: LocationAddress) => string; title: MessageKey }[] = [
  { to: locationPaths.pricing, title: 'titles.pricing' },
  { to: locationPaths.priceLists, title: 'titles.price_lists' },
  { to: locationPaths.plans, title: 'titles.rate_plans' },
  { to: locationPaths.spotMarket, title: 'titles.spot_market' },
]

/** The pages about the prices of a location side by side. */
export function LocationPricingLayout() {
  const t = useT()
  const address = useLocationAddress()
  if (!address) return null
  return (
    <div className={styles.page}>
      <PageTabs label={t('titles.tabs_of_pricing')}>
        {tabs.map(({ to, title }) => (
          <li key={title}>
            <Link
              to={to(address)}
              activeOptions={{ exact: title === 'titles.pricing', includeSearch: false }}
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </PageTabs>
      <Outlet />
    </div>
  )
}
