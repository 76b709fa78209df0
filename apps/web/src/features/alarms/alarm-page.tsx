import type { AlarmCaseView } from '@ohmstead/contract/alarms-case'
import { IconArrowRight, IconBellCog } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useClockText } from '../../shared/clock-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { useAlarmId, useRouteIds } from '../../shared/route-ids.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { AffectedPlaces } from './affected-places.tsx'
import { alarmAddress } from './alarm-address.ts'
import styles from './alarm-page.module.css'
import { alarmQuery } from './alarm-query.ts'
import { explainAlarm, findOwnWords, isBudgetAlarm } from './explain-alarm.ts'
import type { ListedAlarm } from './filter-alarms.ts'
import { Neighbours } from './neighbours.tsx'
import { RuleWords, useRuleName } from './rule-words.tsx'

/** One alarm: what happened, what to do, whether others have it too, and how often it came before. */
export function AlarmPage() {
  const ids = useRouteIds()
  const locationId = ids.locationId ?? 0
  const alarmId = useAlarmId() ?? 0
  const { data, error, refetch } = useQuery({ ...alarmQuery(locationId, alarmId), refetchInterval: 60_000 })
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundState />
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} radius={16} />
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Case view={data} place={{ ...ids, locationId }} />
    </div>
  )
}

function Case({ view, place }: { view: AlarmCaseView; place: LocationAddress }) {
  const t = useT()
  const clockText = useClockText()
  const ruleName = useRuleName()
  const heading = useRef<HTMLHeadingElement>(null)
  const listed = asListed(view)
  const { alarm } = view
  const { cause, advice, ended, isAboutController } = explainAlarm(listed)
  const controller = alarm.controller_name ?? alarm.controller_unit_id
  const name =
    (isAboutController ? controller : (alarm.device_name ?? controller)) ??
    ruleName(alarm) ??
    t(`alarms.type.${view.type}`)
  const isOver = alarm.status === 'CLEARED'
  const { to, search } = alarmAddress(listed, place)
  return (
    <>
      <header className={styles.head} data-status={alarm.status}>
        <h1 id="alarm-name" ref={heading} tabIndex={-1}>
          {name}
        </h1>
        <p className={styles.type}>
          <span className={styles.state}>{t(stateKeys[alarm.status])}</span>
          {alarm.clock_offset_ms === null ? t(`alarms.type.${view.type}`) : clockText(alarm.clock_offset_ms)}
        </p>
      </header>
      <Facts view={view} listed={listed} place={place} />
      <Panel heading={t('alarms.case.what_to_do')}>
        <p>
          {t(isOver ? ended : cause)} {!isOver && t(advice)}
        </p>
        <Controller view={view} isAboutController={isAboutController} />
        <div className={styles.actions}>
          <Link className={buttonClass()} to={to} search={search as never}>
            {t(targetKey(listed, isAboutController))}
            <IconArrowRight size={16} aria-hidden />
          </Link>
          {alarm.rule !== null && (
            <Link className={buttonClass()} to={`${locationPaths.manage(place)}/alarm-rules`}>
              <IconBellCog size={16} aria-hidden />
              {t('titles.alarm_rules')}
            </Link>
          )}
          {view.may_acknowledge && alarm.status === 'ACTIVE' && (
            <AcknowledgeButton
              listed={listed}
              describedBy="alarm-name"
              size="normal"
              onDone={() => heading.current?.focus()}
            />
          )}
        </div>
      </Panel>
      {view.affected && <AffectedPlaces affected={view.affected} />}
      {view.neighbours && <Neighbours view={view} neighbours={view.neighbours} />}
      <Earlier view={view} place={place} />
    </>
  )
}

const stateKeys = {
  ACTIVE: 'alarms.case.active',
  ACKNOWLEDGED: 'alarms.status.ACKNOWLEDGED',
  CLEARED: 'alarms.case.ended',
} as const satisfies Record<string, MessageKey>

const asListed = (view: AlarmCaseView): ListedAlarm => ({
  locationId: view.location_id,
  locationName: view.location_name,
  timeZone: view.time_zone,
  mayAcknowledge: view.may_acknowledge,
  type: view.type,
  alarm: view.alarm,
})

function targetKey(listed: ListedAlarm, isAboutController: boolean): MessageKey {
  if (isBudgetAlarm(listed)) return 'alarms.case.show_costs'
  return isAboutController ? 'alarms.case.show_controller' : 'alarms.case.show_chart'
}

function Facts({
  view,
  listed,
  place,
}: {
  view: AlarmCaseView
  listed: ListedAlarm
  place: LocationAddress
}) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const { alarm, time_zone: timeZone } = view
  const end = alarm.cleared_at
  const ownWords = findOwnWords(listed)
  const { acknowledged_at: seenAt, acknowledged_by: seenBy } = alarm
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('alarms.case.place')}</dt>
        <dd>
          <Link to={locationPaths.overview(place)}>{view.location_name}</Link>
        </dd>
      </div>
      {/* Where it is updated, restored and reached by a tunnel. */}
      {alarm.controller_id !== null && view.controller !== null && (
        <div>
          <dt>{t('titles.controller')}</dt>
          <dd>
            <Link to={locationPaths.controller(place, alarm.controller_id)}>
              {alarm.controller_name ?? alarm.controller_unit_id}
            </Link>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('alarms.case.began')}</dt>
        <dd>{format.dateTime(view.began_at, timeZone)}</dd>
      </div>
      <div>
        <dt>{t(end === null ? 'alarms.case.lasts' : 'alarms.case.ended')}</dt>
        <dd>
          {end === null ? (
            format.duration(Math.max(60_000, now - view.began_at))
          ) : (
            <>
              {format.dateTime(end, timeZone)}{' '}
              <small>{format.duration(Math.max(60_000, end - view.began_at))}</small>
            </>
          )}
        </dd>
      </div>
      {alarm.recurrences > 1 && (
        <div>
          <dt>{t('alarms.case.reported')}</dt>
          <dd>
            {t('alarms.case.times', { count: alarm.recurrences })}{' '}
            <small>
              {t('alarms.case.last', { time: format.dateTime(view.last_recurrence_at, timeZone) })}
            </small>
          </dd>
        </div>
      )}
      {listed.alarm.rule && (
        <div>
          <dt>{t('alarms.type.RULE')}</dt>
          <dd>
            <RuleWords alarm={listed.alarm} />
          </dd>
        </div>
      )}
      {ownWords && (
        <div>
          <dt>{t('alarms.case.own_words')}</dt>
          <dd>{ownWords}</dd>
        </div>
      )}
      {seenAt !== null && (
        <div>
          <dt>{t('alarms.status.ACKNOWLEDGED')}</dt>
          <dd>{[seenBy, format.dateTime(seenAt, timeZone)].filter(Boolean).join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}

/** What is known of the controller now, and of the other devices behind it. */
function Controller({ view, isAboutController }: { view: AlarmCaseView; isAboutController: boolean }) {
  const t = useT()
  const format = useFormat()
  const { controller, siblings, alarm, time_zone: timeZone } = view
  if (controller === null) return null
  const { online, last_seen_at: lastSeenAt } = controller
  const isOver = alarm.status === 'CLEARED'
  return (
    <ul className={styles.findings}>
      {(isAboutController || !isOver) && (
        <li>
          {online || lastSeenAt === null
            ? t(online ? 'alarms.case.controller_online' : 'alarms.case.controller_never')
            : t('alarms.case.controller_offline', { time: format.dateTime(lastSeenAt, timeZone) })}
        </li>
      )}
      {siblings !== null && siblings.total > 0 && !isOver && online && (
        <li>
          {siblings.silent === 0
            ? t('alarms.case.siblings_fine', { count: siblings.total })
            : t('alarms.case.siblings_silent', { silent: siblings.silent, total: siblings.total })}
        </li>
      )}
    </ul>
  )
}

function Earlier({ view, place }: { view: AlarmCaseView; place: LocationAddress }) {
  const t = useT()
  const format = useFormat()
  const { count, last } = view.earlier
  return (
    <Panel heading={t('alarms.case.how_often')}>
      <p>{count === 0 ? t('alarms.case.earlier_none') : t('alarms.case.earlier_count', { count })}</p>
      {last.length > 0 && (
        <ul className={styles.earlier}>
          {last.map(({ id, first_recurrence_at: from, cleared_at: to }) => (
            <li key={id}>
              <Link to={locationPaths.alarm(place, id)}>{format.dateTime(from, view.time_zone)}</Link>
              {to !== null && <small>{format.duration(Math.max(60_000, to - from))}</small>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
