import { IconBell, IconChartHistogram, IconCoins, IconHomeBolt } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useAlarms } from '../features/alarms/use-alarms.ts'
import { lazyPart } from '../lib/load-part.ts'
import { useT } from '../shared/i18n/use-t.ts'
import { useIsGroupMissing, useIsLocationMissing } from '../shared/locations/location-query.ts'
import { onOpenBell } from '../shared/open-bell.ts'
import { locationPaths, paths } from '../shared/paths.ts'
import { useRouteIds } from '../shared/route-ids.ts'
import { PartBoundary } from '../shared/states/part-boundary.tsx'
import styles from './bottom-bar.module.css'

const NotificationsModal = lazyPart(
  async () => (await import('../features/alarms/notifications-modal.tsx')).NotificationsModal,
)

/** The pages of a location or a group and the bell, at every width. */
export function BottomBar() {
  const t = useT()
  const { companyId, locationGroupId, locationId } = useRouteIds()
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/, '') })
  const [isBellOpen, setBellOpen] = useState(false)
  useEffect(() => onOpenBell(() => setBellOpen(true)), [])
  const alarms = useAlarms()
  const isLocationMissing = useIsLocationMissing(locationId)
  const isGroupMissing = useIsGroupMissing(locationId === null ? locationGroupId : null)
  if (isLocationMissing || isGroupMissing) return null
  const address = locationId === null ? null : { companyId, locationGroupId, locationId }
  const money = address && locationPaths.money(address)
  const items = address
    ? [
        { href: locationPaths.overview(address), label: t('navigation.bottom.overview'), Icon: IconHomeBolt },
        {
          href: locationPaths.charts(address),
          label: t('navigation.bottom.charts'),
          Icon: IconChartHistogram,
        },
        { href: locationPaths.money(address), label: t('navigation.bottom.money'), Icon: IconCoins },
      ]
    : [
        {
          href: paths.groupCharts(companyId ?? 0, locationGroupId ?? 0),
          label: t('navigation.bottom.charts'),
          Icon: IconChartHistogram,
        },
        {
          href: paths.groupFleet(companyId ?? 0, locationGroupId ?? 0),
          label: t('titles.locations'),
          Icon: IconHomeBolt,
        },
      ]
  return (
    <nav className={styles.bar} aria-label={t('navigation.bottom.label')}>
      {items.map(({ href, label, Icon }) => (
        <Link
          key={href}
          to={href}
          className={styles.item}
          data-active={pathname === href || (href === money && pathname.startsWith(`${money}/`))}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
      <button
        type="button"
        className={styles.item}
        aria-haspopup="dialog"
        aria-label={t('navigation.bottom.alarms', { count: alarms.count })}
        onClick={() => setBellOpen(true)}
      >
        <IconBell size={20} stroke={1.6} aria-hidden />
        {alarms.count > 0 && (
          <span className={styles.count} data-seen={alarms.unseen === 0 || undefined}>
            {alarms.count > 99 ? '99+' : alarms.count}
          </span>
        )}
      </button>
      {isBellOpen && (
        <PartBoundary>
          <Suspense>
            <NotificationsModal alarms={alarms} onClose={() => setBellOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </nav>
  )
}
