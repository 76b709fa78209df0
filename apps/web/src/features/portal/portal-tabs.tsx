import { Link } from '@tanstack/react-router'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { PageTabs } from '../../shared/page-tabs/page-tabs.tsx'
import { portalPaths } from '../../shared/paths.ts'
import styles from './portal-layout.module.css'

const tabs: readonly { to: string; title: MessageKey }[] = [
  { to: portalPaths.data, title: 'titles.portal_data' },
  { to: portalPaths.calculations, title: 'titles.portal_calculations' },
  { to: portalPaths.comparison, title: 'titles.portal_comparison' },
  { to: portalPaths.offers, title: 'titles.cheapest_offer' },
  { to: portalPaths.battery, title: 'titles.portal_battery' },
  { to: portalPaths.solar, title: 'titles.portal_solar' },
  { to: portalPaths.management, title: 'titles.portal_management' },
  { to: portalPaths.portfolio, title: 'titles.portal_portfolio' },
]

/** The pages of the integration side by side; links keep the selection. */
export function PortalTabs() {
  const t = useT()
  return (
    <PageTabs label={t('portal.tabs.label')} className={styles.tabs}>
      {tabs.map(({ to, title }) => (
        <li key={to}>
          <Link to={to} activeOptions={{ includeSearch: false, exact: true }}>
            {t(title)}
          </Link>
        </li>
      ))}
    </PageTabs>
  )
}
