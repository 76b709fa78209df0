import {
  IconArrowBackUp,
  IconHistory,
  IconListCheck,
  IconMail,
  IconSettings,
  IconUsers,
  IconWorldCog,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useNavigationContext } from '../../shared/navigation/navigation-context.ts'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useMobile } from '../../shared/use-mobile.ts'
import { Button } from '../../ui/button.tsx'
import { CompanyLinks } from './company-links.tsx'
import styles from './global-settings-layout.module.css'

/** Administration: its own sidebar with the role, the companies and a way back; on a small screen it folds away. */
export function GlobalSettingsLayout() {
  const t = useT()
  const isMobile = useMobile()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openAt, setOpenAt] = useState<string | null>(null)
  // Following a link folds it again.
  const isOpen = !isMobile || openAt === pathname
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        {isMobile && (
          <Button
            wide
            aria-expanded={isOpen}
            aria-controls="administration"
            onClick={() => setOpenAt(isOpen ? null : pathname)}
          >
            {t('global_settings.nav.menu')}
          </Button>
        )}
        <nav
          id="administration"
          hidden={!isOpen}
          className={styles.nav}
          aria-label={t('titles.global_settings')}
        >
          <AdministrationLinks />
        </nav>
      </div>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  )
}

function AdministrationLinks() {
  const t = useT()
  const user = useUser()
  const context = useNavigationContext()
  const { companyId } = useRouteIds()
  const { data: companies, error, refetch } = useQuery(companiesQuery)
  return (
    <>
      <p className={styles.role}>{t(`account.role.${user.role}`)}</p>
      <ul>
        <li>
          <Link to={paths.globalUsers}>
            <IconUsers size={18} stroke={1.6} aria-hidden />
            {t('global_settings.nav.all_users')}
          </Link>
        </li>
        <li>
          <Link to={paths.globalAuditLog}>
            <IconHistory size={18} stroke={1.6} aria-hidden />
            {t('titles.audit_log')}
          </Link>
        </li>
        {hasRole(user, 'ROLE_SUPER_ADMIN') && (
          <>
            <li>
              <Link to={paths.firstRun}>
                <IconListCheck size={18} stroke={1.6} aria-hidden />
                {t('titles.first_run')}
              </Link>
            </li>
            <li>
              <Link to={paths.outbox}>
                <IconMail size={18} stroke={1.6} aria-hidden />
                {t('titles.outbox')}
              </Link>
            </li>
            <li>
              <Link to={paths.globalSite}>
                <IconWorldCog size={18} stroke={1.6} aria-hidden />
                {t('titles.site_settings')}
              </Link>
            </li>
          </>
        )}
      </ul>
      {companies?.length !== 0 && <p className={styles.heading}>{t('titles.overview')}</p>}
      {error && !companies && <FailedState error={error} onRetry={() => void refetch()} />}
      {!companies && !error && <Skeleton height={120} radius={8} />}
      {companies?.map((company) => (
        <CompanyLinks key={company.id} company={company} isCurrent={company.id === companyId} />
      ))}
      <ul className={styles.footer}>
        <li>
          <Link to={paths.userSettings}>
            <IconSettings size={18} stroke={1.6} aria-hidden />
            {t('navigation.footer.settings')}
          </Link>
        </li>
        <li>
          <Link to={context?.returnPath ?? paths.home} activeOptions={{ exact: true }}>
            <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
            {context ? t('navigation.footer.back_to', { name: context.name }) : t('navigation.footer.back')}
          </Link>
        </li>
      </ul>
    </>
  )
}
