import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import {
  IconAlertTriangle,
  IconBellCog,
  IconChevronRight,
  IconPlugConnectedX,
  IconReceipt2,
  IconWifiOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { useClockText } from '../../shared/clock-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { useNow } from '../../shared/use-now.ts'
import { PylonIcon } from '../../ui/pylon-icon.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { alarmAddress } from './alarm-address.ts'
import { explainAlarm, findOwnWords } from './explain-alarm.ts'
import type { ListedAlarm } from './filter-alarms.ts'
import styles from './notifications-modal.module.css'
import { RuleWords, useRuleName } from './rule-words.tsx'

const icons = {
  ERROR_COMMUNICATION: IconPlugConnectedX,
  CONTROLLER_ERROR_CONNECTION: IconWifiOff,
  ERROR: IconAlertTriangle,
  OFF_GRID: PylonIcon,
  BUDGET_EXCEEDED: IconReceipt2,
  BUDGET_LIKELY: IconReceipt2,
  RULE: IconBellCog,
} as const satisfies Record<AlarmType, unknown>

/** One alarm, and the way to its subject: what and where, since when, why, what to do, who has acknowledged it. */
export function AlarmCard({ listed, onFollow }: { listed: ListedAlarm; onFollow: () => void }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const clockText = useClockText()
  const ruleName = useRuleName()
  const route = useRouteIds()
  const { alarm, type, locationId, locationName, timeZone, mayAcknowledge } = listed
  const Icon = icons[type]
  const card = useRef<HTMLLIElement>(null)
  const nameId = useId()
  const { cause, advice, ended, isAboutController } = explainAlarm(listed)
  const isOver = alarm.status === 'CLEARED'
  const ownWords = findOwnWords(listed)
  const controller = alarm.controller_name ?? alarm.controller_unit_id
  const name =
    (isAboutController ? controller : (alarm.device_name ?? controller)) ?? ruleName(alarm) ?? locationName
  // In the company of the current page, which has its own route set.
  const place =
    route.locationId === locationId
      ? { companyId: route.companyId, locationGroupId: route.locationGroupId, locationId }
      : { companyId: route.companyId, locationId }
  const { to, search } = alarmAddress(listed, place)
  const facts = [
    alarm.clock_offset_ms === null ? t(`alarms.type.${type}`) : clockText(alarm.clock_offset_ms),
    locationName,
    !isOver && format.ago(now - alarm.first_recurrence_at),
  ]
  return (
    <li className={styles.card} data-status={alarm.status} ref={card} tabIndex={-1}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <Link id={nameId} className={styles.device} to={to} search={search as never} onClick={onFollow}>
        {name}
        <IconChevronRight size={14} stroke={2} aria-hidden />
      </Link>
      <time className={styles.time}>{alarm.event_first_recurrence_date_time}</time>
      <span className={styles.detail}>{facts.filter(Boolean).join(' · ')}</span>
      {ownWords && <span className={styles.own}>{ownWords}</span>}
      {alarm.rule && (
        <span className={styles.own}>
          <RuleWords alarm={alarm} />
        </span>
      )}
      <span className={styles.why}>
        {isOver ? (
          <>
            {t('alarms.modal.ended_at', { time: format.dateTime(alarm.cleared_at ?? 0, timeZone) })}{' '}
            {t(ended)}
          </>
        ) : (
          <>
            {t(cause)} {t(advice)}
          </>
        )}
      </span>
      <SeenBy listed={listed} />
      <Link className={styles.more} to={locationPaths.alarm(place, alarm.id)} onClick={onFollow}>
        {t('alarms.case.open')}
      </Link>
      {mayAcknowledge && alarm.status === 'ACTIVE' && (
        <AcknowledgeButton listed={listed} describedBy={nameId} onDone={() => card.current?.focus()} />
      )}
    </li>
  )
}

function SeenBy({ listed: { alarm, timeZone } }: { listed: ListedAlarm }) {
  const t = useT()
  const format = useFormat()
  if (alarm.acknowledged_at === null && alarm.status !== 'ACKNOWLEDGED') return null
  const time = alarm.acknowledged_at === null ? '' : format.dateTime(alarm.acknowledged_at, timeZone)
  return (
    <span className={styles.seen}>
      {alarm.acknowledged_by
        ? t('alarms.modal.seen_by', { name: alarm.acknowledged_by, time })
        : [t('alarms.status.ACKNOWLEDGED'), time].filter(Boolean).join(' · ')}
    </span>
  )
}
