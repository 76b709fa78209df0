import { togetherMs } from '@ohmstead/domain/alarms/notice-rules'
import { findQuietEnd } from '@ohmstead/domain/alarms/quiet-hours'
import type { Db, Transaction } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import type { AlarmLine } from '../mail/alarm-lines.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type DropReason, dropNotices } from './event-queries.ts'
import {
  type DueNotice,
  type DuePerson,
  findDueNotices,
  markTold,
  putOffNotices,
  takeDuePerson,
} from './mail-notice-queries.ts'

type Needed = Pick<PlatformDeps, 'clock' | 'settings'>

/** One mail for somebody with due notices: what is still so, and still theirs to know. Returns whether there was somebody. */
export function sendToNext(
  db: Db,
  deps: Needed,
  on: { person(userId: number): void },
  except: ReadonlySet<number>,
): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const now = deps.clock.now()
      const person = await takeDuePerson(tx, now, [...except])
      if (!person) return false
      on.person(person.user_id)
      const due = await findDueNotices(tx, person.user_id, now)
      const kept = await keepTrue(tx, person, due, now)
      const told = await keepLoud(tx, person, kept, now)
      if (told.length === 0) return true
      await queueMail(tx, buildMail(person, told, deps), deps)
      const ids = told.map(({ id }) => id)
      await markTold(tx, person.user_id, ids, { now, mailAfter: now + togetherMs })
      return true
    },
    { priority: 'job' },
  )
}

/** Drops what is no longer so, and what the person may or would no longer hear. */
async function keepTrue(
  tx: Transaction,
  person: DuePerson,
  due: readonly DueNotice[],
  now: number,
): Promise<DueNotice[]> {
  const reasons = Map.groupBy(due, (notice) => findDropReason(person, notice))
  for (const [reason, notices] of reasons)
    if (reason !== null)
      await dropNotices(
        tx,
        notices.map(({ id }) => id),
        reason,
        now,
      )
  return reasons.get(null) ?? []
}

function findDropReason(person: DuePerson, notice: DueNotice): DropReason | null {
  const { kind, status, ended_at, sees, rule_recovery } = notice
  if (!sees) return 'no_access'
  if (!person.mail || (kind === 'cleared' && !(person.recovery && (rule_recovery ?? true)))) return 'off'
  const isOver = status === null ? ended_at !== null : status === 'CLEARED'
  if (kind === 'raised' && isOver) return 'over'
  if (kind === 'cleared' && !isOver) return 'back'
  return kind === 'raised' && status === 'ACKNOWLEDGED' ? 'seen' : null
}

/** Puts off what falls into quiet hours, the person's or the rule's, until their end. */
async function keepLoud(
  tx: Transaction,
  { quiet_from, quiet_until, time_zone }: DuePerson,
  notices: readonly DueNotice[],
  now: number,
): Promise<DueNotice[]> {
  const own = quietEnd(quiet_from, quiet_until, time_zone, now)
  const loud: DueNotice[] = []
  for (const notice of notices) {
    const { rule_quiet_from, rule_quiet_until } = notice
    const ofRule = quietEnd(rule_quiet_from, rule_quiet_until, notice.time_zone ?? 'UTC', now)
    if (own === null && ofRule === null) loud.push(notice)
    else await putOffNotices(tx, [notice.id], Math.max(own ?? 0, ofRule ?? 0))
  }
  return loud
}

const quietEnd = (from: number | null, until: number | null, timeZone: string, now: number) =>
  from === null || until === null ? null : findQuietEnd({ from, until }, now, timeZone)

function buildMail(person: DuePerson, told: readonly DueNotice[], { settings }: Needed) {
  const lines = told.map((notice) => toLine(notice, settings.publicUrl))
  const [first] = lines
  const isOne = lines.length === 1
  const ended = told.filter(({ kind }) => kind === 'cleared').length
  const companies = new Set(told.map(({ company_id }) => company_id))
  return {
    kind: 'alarms' as const,
    to: person.email,
    locale: person.locale,
    values: {
      name: person.first_name,
      state: isOne ? first!.state : ('many' as const),
      open: told.length - ended,
      over: ended,
      lines,
      url: isOne ? first!.url : settings.publicUrl,
    },
    names: {
      userId: person.user_id,
      ...(isOne && told[0]!.location_id !== null && { locationId: told[0]!.location_id }),
    },
    // The brand is of whom the place belongs to; of several companies it is that of the recipient.
    ...(companies.size === 1 && { companyId: told[0]!.company_id }),
  }
}

function toLine(notice: DueNotice, publicUrl: string): AlarmLine {
  const { kind, alarm_id, location_id, location_name, time_zone, subject, type, rule_name } = notice
  const isOver = kind === 'cleared'
  const isPlatform = alarm_id === null
  return {
    state: isOver ? 'over' : 'raised',
    type: type ?? 'PLATFORM',
    ruleName: rule_name,
    lost: notice.lost ?? 0,
    all: notice.controllers ?? 0,
    place: location_name ?? '',
    subject,
    time: isOver ? (notice.ended_at ?? notice.began_at) : notice.began_at,
    zone: time_zone ?? 'UTC',
    url: isPlatform ? publicUrl : `${publicUrl}/locations/${location_id}/alarms/${alarm_id}`,
  }
}
