import {
  IconAdjustments,
  IconBell,
  IconDeviceLaptop,
  IconFingerprint,
  IconId,
  IconLock,
  IconPlugConnected,
  IconShieldLock,
  IconUserShield,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import type { MessageKey } from '../../shared/i18n/use-t.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { providersQuery } from '../../shared/session/providers-query.ts'
import { EmptyState } from '../../shared/states/page-states.tsx'
import { useScrollToCurrent } from '../../shared/use-scroll-to-current.ts'
import styles from './user-layout.module.css'

interface Entry {
  to: string
  title: MessageKey
  Icon: typeof IconId
}

const entries: readonly Entry[] = [
  { to: paths.userSettings, title: 'titles.settings', Icon: IconAdjustments },
  { to: paths.notifications, title: 'titles.notifications', Icon: IconBell },
  { to: paths.userInfo, title: 'titles.personal_information', Icon: IconId },
  { to: paths.changePassword, title: 'titles.change_password', Icon: IconLock },
  { to: paths.twoFactor, title: 'titles.two_factor', Icon: IconShieldLock },
  { to: paths.passkeys, title: 'titles.passkeys', Icon: IconFingerprint },
  { to: paths.providers, title: 'titles.providers', Icon: IconPlugConnected },
  { to: paths.sessions, title: 'titles.sessions', Icon: IconDeviceLaptop },
  { to: paths.userPrivacy, title: 'titles.privacy', Icon: IconUserShield },
]

/** One's own account: its pages on the left, above on a small screen. */
export function UserLayout() {
  const t = useT()
  const nav = useScrollToCurrent()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data: providers } = useQuery(providersQuery)
  const isInPerson = useUser().impersonator === null
  const shown = entries.filter(
    ({ to }) =>
      (isInPerson || to === paths.userSettings) &&
      (to !== paths.providers || (providers && providers.length > 0)),
  )
  return (
    <div className={styles.layout}>
      <nav ref={nav} className={styles.nav} aria-label={t('account.nav.label')}>
        <ul>
          {shown.map(({ to, title, Icon }) => (
            <li key={to}>
              <Link to={to}>
                <Icon size={18} stroke={1.6} aria-hidden />
                {t(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.page}>
        {isInPerson || pathname === paths.userSettings ? <Outlet /> : <NotInPerson />}
      </div>
    </div>
  )
}

/** An impersonator sees the person's settings, but never their secrets. */
function NotInPerson() {
  const t = useT()
  return (
    <EmptyState
      isPage
      icon={<IconLock size={22} />}
      title={t('states.not_allowed.title')}
      text={t('errors.not_in_person')}
    />
  )
}
