import { Link, Outlet } from '@tanstack/react-router'
import { type MessageKey, useT } from '../shared/i18n/use-t.ts'
import { PageTabs } from '../shared/page-tabs/page-tabs.tsx'
import { paths, pricingPaths } from '../shared/paths.ts'
import { hasRole, useUser } from '../shared/session/current-user.ts'
import styles from './pricing-layout.module.css'

/** The way to prices is for whoever may keep some. */
const setupTab = { to: paths.setupPricing, title: 'titles.setup_pricing' } as const
const tabs: readonly { to: string; title: MessageKey }[] = [
  { to: pricingPaths.priceLists, title: 'titles.price_lists' },
  { to: pricingPaths.plans, title: 'titles.rate_plans' },
  { to: pricingPaths.offers, title: 'titles.supply_offers' },
  { to: pricingPaths.spotMarket, title: 'titles.spot_market' },
  { to: pricingPaths.networkTariffs, title: 'titles.network_tariffs' },
]

/** The pages about prices side by side. */
export function PricingLayout() {
  const t = useT()
  const mayKeep = hasRole(useUser(), 'ROLE_USER_BASIC')
  return (
    <div className={styles.page}>
      <PageTabs label={t('titles.tabs_of_pricing')}>
        {[...(mayKeep ? [setupTab] : []), ...tabs].map(({ to, title }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ includeSearch: false }}>
              {t(title)}
            </Link>
          </li>
        ))}
      </PageTabs>
      <Outlet />
    </div>
  )
}
