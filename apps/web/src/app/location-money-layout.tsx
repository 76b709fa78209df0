import { Link, Outlet } from '@tanstack/react-router'
import { type MessageKey, useT } from '../shared/i18n/use-t.ts'
import { PageTabs } from '../shared/page-tabs/page-tabs.tsx'
import { type LocationAddress, locationPaths } from '../shared/paths.ts'
import { useLocationAddress } from '../shared/route-ids.ts'
import styles from './pricing-layout.module.css'

const tabs: readonly { to: (address: LocationAddress) => string; title: MessageKey }[] = [
  { to: locationPaths.money, title: 'titles.money_costs' },
  { to: locationPaths.moneyOffers, title: 'titles.cheapest_offer' },
  { to: locationPaths.moneyInvoice, title: 'titles.invoice_check' },
  { to: locationPaths.moneySavings, title: 'titles.savings' },
]

/** The pages about the money of a location side by side. */
export function LocationMoneyLayout() {
  const t = useT()
  const address = useLocationAddress()
  if (!address) return null
  return (
    <div className={styles.page}>
      <PageTabs label={t('titles.tabs_of_money')}>
        {tabs.map(({ to, title }) => (
          <li key={title}>
            <Link
              to={to(address)}
              activeOptions={{ exact: title === 'titles.money_costs', includeSearch: false }}
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
