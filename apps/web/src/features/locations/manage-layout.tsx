import { decide, type LocationAction } from '@ohmstead/domain/access/permission'
import {
  IconAdjustments,
  IconBellCog,
  IconCpu,
  IconHistory,
  IconStack2,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { PageTabs } from '../../shared/page-tabs/page-tabs.tsx'
import { locationPaths } from '../../shared/paths.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import styles from './manage-layout.module.css'

interface Entry {
  page: string
  title: MessageKey
  Icon: typeof IconCpu
  needs: LocationAction
}

const entries: readonly Entry[] = [
  { page: 'settings', title: 'titles.location_settings', Icon: IconAdjustments, needs: 'edit' },
  { page: 'users', title: 'titles.users', Icon: IconUsers, needs: 'manageUsers' },
  { page: 'structure', title: 'titles.device_groups', Icon: IconStack2, needs: 'edit' },
  { page: 'oem-devices', title: 'titles.controllers', Icon: IconCpu, needs: 'view' },
  { page: 'alarm-rules', title: 'titles.alarm_rules', Icon: IconBellCog, needs: 'view' },
  { page: 'webhooks', title: 'titles.webhooks', Icon: IconWebhook, needs: 'edit' },
  { page: 'audit-log', title: 'titles.audit_log', Icon: IconHistory, needs: 'manageUsers' },
]

/** The pages that manage a location, with tabs above each. */
export function ManageLayout() {
  const address = useLocationAddress()
  if (!address) return null
  return (
    <>
      <ManageTabs base={locationPaths.manage(address)} locationId={address.locationId} />
      <Outlet />
    </>
  )
}

/** The pages below `base` that manage a location; only those that this person may open. */
export function ManageTabs({ base, locationId }: { base: string; locationId: number }) {
  const t = useT()
  const user = useUser()
  const { data: location } = useLocationView(locationId)
  const resource = {
    kind: 'location' as const,
    locationId,
    companyId: location?.company.id ?? -1,
  }
  const shown = entries.filter(
    ({ needs }) => decide(actorOf(user), `location.${needs}`, resource) === 'allowed',
  )
  if (shown.length < 2) return null
  return (
    <PageTabs label={t('locations.nav.label')} className={styles.tabs}>
      {shown.map(({ page, title, Icon }) => (
        <li key={page}>
          <Link to={`${base}/${page}`}>
            <Icon size={18} stroke={1.6} aria-hidden />
            {t(title)}
          </Link>
        </li>
      ))}
    </PageTabs>
  )
}
