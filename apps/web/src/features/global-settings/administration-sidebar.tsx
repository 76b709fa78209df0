import {
  IconActivityHeartbeat,
  IconArrowBackUp,
  IconCalendarTime,
  IconHistory,
  IconListCheck,
  IconMail,
  IconPackage,
  IconSearch,
  IconSettings,
  IconUsers,
  IconWorldCog,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useNavigationContext } from '../../shared/navigation/navigation-context.ts'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import sidebarStyles from '../../shared/sidebar/sidebar.module.css'
import {
  type SidebarBodyProps,
  SidebarFrame,
  type SidebarProps,
} from '../../shared/sidebar/sidebar-frame.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './administration-sidebar.module.css'
import { CompanyLinks } from './company-links.tsx'

/** Administration has its own menu instead of the locations: the role, the companies and a way back. */
export function AdministrationSidebar(props: SidebarProps) {
  const t = useT()
  return (
    <SidebarFrame
      {...props}
      label={t('navigation.sidebar.label')}
      Body={AdministrationLinks}
      Footer={AdministrationFooter}
    />
  )
}

const ofEverybody = [
  { to: paths.globalUsers, title: 'global_settings.nav.all_users', Icon: IconUsers },
  { to: paths.globalAuditLog, title: 'titles.audit_log', Icon: IconHistory },
  { to: paths.software, title: 'titles.software', Icon: IconPackage },
] as const

const ofPlatform = [
  { to: paths.firstRun, title: 'titles.first_run', Icon: IconListCheck },
  { to: paths.operation, title: 'titles.operation', Icon: IconActivityHeartbeat },
  { to: paths.outbox, title: 'titles.outbox', Icon: IconMail },
  { to: paths.timeOfUse, title: 'titles.time_of_use', Icon: IconCalendarTime },
  { to: paths.globalSite, title: 'titles.site_settings', Icon: IconWorldCog },
] as const

function AdministrationLinks({ isNarrow, onFollow }: SidebarBodyProps) {
  const t = useT()
  const user = useUser()
  const { companyId } = useRouteIds()
  const { data: companies, error, refetch } = useQuery(companiesQuery)
  const links = [...ofEverybody, ...(hasRole(user, 'ROLE_SUPER_ADMIN') ? ofPlatform : [])]
  return (
    <nav className={`${sidebarStyles.scroller} ${styles.nav}`} aria-label={t('titles.global_settings')}>
      {!isNarrow && <p className={styles.role}>{t(`account.role.${user.role}`)}</p>}
      <ul>
        {links.map(({ to, title, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              aria-label={isNarrow ? t(title) : undefined}
              data-tooltip={isNarrow ? t(title) : undefined}
              onClick={onFollow}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              {!isNarrow && t(title)}
            </Link>
          </li>
        ))}
      </ul>
      {!isNarrow && companies?.length !== 0 && <p className={styles.heading}>{t('titles.overview')}</p>}
      {!isNarrow && error && !companies && <FailedState error={error} onRetry={() => void refetch()} />}
      {!isNarrow && !companies && !error && <Skeleton height={120} radius={8} />}
      {companies?.map((company) => (
        <CompanyLinks
          key={company.id}
          company={company}
          isCurrent={company.id === companyId}
          isNarrow={isNarrow}
          onFollow={onFollow}
        />
      ))}
    </nav>
  )
}

function AdministrationFooter({ isNarrow, onFollow }: SidebarBodyProps) {
  const t = useT()
  const context = useNavigationContext()
  const links = [
    { to: paths.adminSearch, label: t('titles.admin_search'), Icon: IconSearch },
    { to: paths.userSettings, label: t('navigation.footer.settings'), Icon: IconSettings },
    {
      to: context?.returnPath ?? paths.home,
      label: context ? t('navigation.footer.back_to', { name: context.name }) : t('navigation.footer.back'),
      Icon: IconArrowBackUp,
    },
  ]
  return (
    <nav className={sidebarStyles.footer} aria-label={t('titles.settings')}>
      {links.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true }}
          aria-label={label}
          data-tooltip={isNarrow ? label : undefined}
          onClick={onFollow}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
          {!isNarrow && <span>{label}</span>}
        </Link>
      ))}
    </nav>
  )
}
