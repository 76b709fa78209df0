import type { ControllerPageView } from '@ohmstead/contract/controllers-page'
import type { LocationAction } from '@ohmstead/domain/access/permission'
import { decide } from '@ohmstead/domain/access/permission'
import { useQuery } from '@tanstack/react-query'
import { CommandHistory } from '../../../shared/controllers/command-history.tsx'
import { implausibleValuesQuery, protocolsQuery } from '../../../shared/controllers/controllers-query.ts'
import { unknownText } from '../../../shared/i18n/format.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { LiveLocation } from '../../../shared/live/live-state.ts'
import { actorOf, useUser } from '../../../shared/session/current-user.ts'
import { SettingsCard } from '../../../ui/settings-card.tsx'
import { ControllerNotes } from '../controller-notes.tsx'
import { RefusalTable } from '../refusal-table.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { ControllerDevices } from './controller-devices.tsx'
import styles from './controller-parts.module.css'
import { MessagesPanel } from './messages-panel.tsx'
import { RealtimeSwitch } from './realtime-switch.tsx'

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
      <ControllerDevices page={page} values={live.values} deviceHref={deviceHref} />
      <ConnectionPanel ids={ids} timeZone={timeZone} />
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

function ReportedFacts({ page, timeZone }: { page: ControllerPageView; timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { info, clock, last_seen_at, linked_at } = page
  const isForeign = page.protocol !== 'ems'
  const { data: protocols } = useQuery({ ...protocolsQuery, enabled: isForeign })
  const known = protocols?.find((one) => one.protocol === page.protocol)
  const protocol = isForeign ? (known?.title ?? page.protocol) : 'EMS Link'
  const reported = (name: string) =>
    typeof info[name] === 'string' && info[name] !== '' ? info[name] : unknownText
  const facts: [title: string, value: string][] = [
    [t('controllers.credentials.serial'), page.unit_id],
    [t('controllers.detail.kind'), t(`controllers.kind.${page.kind}`)],
    [t('navigation.type.location'), page.location_name],
    [t('controllers.detail.company'), page.company_name],
    [t('controllers.detail.protocol'), protocol],
    [
      t('controllers.page.last_seen'),
      last_seen_at === null ? t('common.state.never') : format.dateTime(last_seen_at, timeZone),
    ],
    [t('controllers.page.linked'), linked_at === null ? unknownText : format.day(linked_at, timeZone)],
    [t('controllers.page.software'), reported('softwareVersion')],
    [t('controllers.company.detail.system'), reported('osVersion')],
    [t('controllers.company.detail.hardware'), reported('hwVersion')],
    [t('controllers.detail.ip.ethernet'), reported('ethernetIp')],
    [t('controllers.detail.ip.wireless'), reported('wirelessIp')],
    [t('controllers.detail.ip.mobile'), reported('mobileIp')],
    [t('controllers.detail.ip.vpn'), reported('openVpnIp')],
  ]
  if (clock && !clock.is_wrong) {
    const seconds = `${clock.offset_ms > 0 ? '+' : ''}${format.number(clock.offset_ms / 1000, 1)} s`
    facts.push([t('controllers.clock.label'), `${t('controllers.clock.right')} (${seconds})`])
  }
  return (
    <dl className={styles.facts}>
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
