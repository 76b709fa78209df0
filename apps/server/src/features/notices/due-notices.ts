import { findQuietEnd } from '@ohmstead/domain/alarms/quiet-hours'
import type { Transaction } from '../../platform/db/db.ts'
import type { AlarmLine } from '../mail/alarm-lines.ts'
import { type DropReason, dropNotices } from './event-queries.ts'
import { type DueNotice, putOffNotices } from './mail-notice-queries.ts'
import type { NoticeSettingRow } from './setting-queries.ts'

/** Of due notices those to tell now: still so, still theirs to know, and not in quiet hours. The others are dropped or put off. */
export async function chooseTold(
  tx: Transaction,
  person: NoticeSettingRow,
  due: readonly DueNotice[],
  { now, isWanted }: { now: number; isWanted: boolean },
): Promise<DueNotice[]> {
  return keepLoud(tx, person, await keepTrue(tx, person, due, { now, isWanted }), now)
}

/** Drops what is no longer so, and what the person may or would no longer hear. */
async function keepTrue(
  tx: Transaction,
  person: NoticeSettingRow,
  due: readonly DueNotice[],
  { now, isWanted }: { now: number; isWanted: boolean },
): Promise<DueNotice[]> {
  const reasons = Map.groupBy(due, (notice) => findDropReason(person, notice, isWanted))
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

function findDropReason(person: NoticeSettingRow, notice: DueNotice, isWanted: boolean): DropReason | null {
  const { kind, status, ended_at, sees, rule_recovery } = notice
  if (!sees) return 'no_access'
  if (!isWanted || (kind === 'cleared' && !(person.recovery && (rule_recovery ?? true)))) return 'off'
  const isOver = status === null ? ended_at !== null : status === 'CLEARED'
  if (kind === 'raised' && isOver) return 'over'
  if (kind === 'cleared' && !isOver) return 'back'
  return kind === 'raised' && status === 'ACKNOWLEDGED' ? 'seen' : null
}

/** Puts off what falls into quiet hours, the person's or the rule's, until their end. */
async function keepLoud(
  tx: Transaction,
  { quiet_from, quiet_until, time_zone }: NoticeSettingRow,
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

/** A notice as mails and pushes say it. */
export function toLine(notice: DueNotice, publicUrl: string): AlarmLine {
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
