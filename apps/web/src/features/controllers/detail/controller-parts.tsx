import type { ControllerPageView } from '@ohmstead/contract/controllers-page'
import { mayOpenTunnel } from '@ohmstead/domain/access/may-open-tunnel'
import type { LocationAction } from '@ohmstead/domain/access/permission'
import { decide } from '@ohmstead/domain/access/permission'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { CommandHistory } from '../../../shared/controllers/command-history.tsx'
import { implausibleValuesQuery } from '../../../shared/controllers/controllers-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { LiveLocation } from '../../../shared/live/live-state.ts'
import { locationQuery } from '../../../shared/locations/location-query.ts'
import { actorOf, useUser } from '../../../shared/session/current-user.ts'
import { Skeleton } from '../../../shared/states/page-states.tsx'
import { SettingsCard } from '../../../ui/settings-card.tsx'
import { ControllerNotes } from '../controller-notes.tsx'
import { RefusalTable } from '../refusal-table.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { ControllerDevices } from './controller-devices.tsx'
import styles from './controller-parts.module.css'
import { MessagesPanel } from './messages-panel.tsx'
import { RealtimeSwitch } from './realtime-switch.tsx'
import { ReportedFacts } from './reported-facts.tsx'

const BackupsPanel = lazyPart(async () => (await import('./backups/backups-panel.tsx')).BackupsPanel)
const TunnelPanel = lazyPart(async () => (await import('./tunnel-panel.tsx')).TunnelPanel)
const UpdatePanel = lazyPart(async () => (await import('./update-panel.tsx')).UpdatePanel)

/** Other devices send when they want to. */
const knowsRealtime: readonly string[] = ['ems', 'ocpp']

/** Everything about a controller below its name, the same below its location and in administration. */
export function ControllerParts({
  page,
  live,
  location,
  deviceHref,
}: {
  page: ControllerPageView
  live: LiveLocation
  location: { id: number; companyId: number; timeZone: string | undefined }
  deviceHref: (deviceId: number) => string
}) {
  const t = useT()
  const user = useUser()
  const { timeZone } = location
  const ids = { locationId: location.id, controllerId: page.id }
  const resource = { kind: 'location' as const, locationId: location.id, companyId: location.companyId }
  const may = (action: LocationAction) => decide(actorOf(user), `location.${action}`, resource) === 'allowed'
  const isOnline = live.controllers[page.id] ?? page.online
  const { data: place } = useQuery(locationQuery(location.id))
  const owned = { ...resource, ownerId: place?.owner?.id ?? null }
  const mayDownload = decide(actorOf(user), 'location.delete', owned) === 'allowed'
  return (
    <div className={styles.parts}>
      {!isOnline && (
        <p className={styles.notice} role="status">
          {t(page.kind === 'P1_WIFI' ? 'controllers.notice.p1_offline' : 'errors.controller_offline')}
        </p>
      )}
      <ControllerNotes {...page} />
      <ReportedFacts page={page} timeZone={timeZone} />
      {knowsRealtime.includes(page.protocol) && (
        <SettingsCard>
          <RealtimeSwitch
            ids={ids}
            realtime={page.realtime}
            isOnline={isOnline}
            mayControl={may('control')}
            timeZone={timeZone}
          />
        </SettingsCard>
      )}
      {page.protocol === 'ems' && page.kind !== 'P1_WIFI' && (
        <Suspense fallback={<Skeleton height={160} radius={16} />}>
          <TunnelPanel
            ids={ids}
            isOnline={isOnline}
            mayOpen={mayOpenTunnel(actorOf(user), resource)}
            timeZone={timeZone}
          />
        </Suspense>
      )}
      {page.protocol === 'ems' && (
        <Suspense fallback={<Skeleton height={72} radius={16} />}>
          <UpdatePanel ids={ids} isOnline={isOnline} mayEdit={may('edit')} />
        </Suspense>
      )}
      <ControllerDevices page={page} values={live.values} deviceHref={deviceHref} />
      <ConnectionPanel ids={ids} timeZone={timeZone} />
      {page.protocol === 'ems' && (
        <Suspense fallback={<Skeleton height={160} radius={16} />}>
          <BackupsPanel
            controllerId={page.id}
            may={{ control: may('control'), edit: may('edit'), download: mayDownload }}
            isOnline={isOnline}
            timeZone={timeZone}
          />
        </Suspense>
      )}
      {may('edit') && <MessagesPanel ids={ids} timeZone={timeZone} />}
      {page.refusals.length > 0 && (
        <RefusalTable
          refusals={page.refusals}
          implausible={implausibleValuesQuery(ids)}
          timeZone={timeZone}
        />
      )}
      {may('control') && <CommandHistory ids={ids} deviceId={null} timeZone={timeZone} />}
    </div>
  )
}
