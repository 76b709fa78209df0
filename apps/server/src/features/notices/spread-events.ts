import { decideNotice, type LastNotice, settleMs } from '@ohmstead/domain/alarms/notice-rules'
import type { Db, Transaction } from '../../platform/db/db.ts'
import { spreadToWebhooks } from '../webhooks/spread-to-webhooks.ts'
import {
  type AlarmEventRow,
  dropNotices,
  findTold,
  insertNotices,
  lockSpreading,
  type NewNotice,
  takeEvents,
} from './event-queries.ts'
import { findLocationRecipients, findOperators, type Recipient } from './recipient-queries.ts'

const atOnce = 500

/**
 * Turns news of alarms into a notice for each person who wants to be told and may, and for webhooks. News and notices change in one
 * transaction: a process that dies loses none, and tells none twice. Returns whether there may be more.
 */
export function spreadEvents(
  db: Db,
  { now, publicUrl }: { now: number; publicUrl: string },
): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      if (!(await lockSpreading(tx))) return false
      const events = await takeEvents(tx, atOnce)
      if (events.length > 0) {
        await spread(tx, events, now)
        await spreadToWebhooks(tx, events, { now, publicUrl })
      }
      return events.length === atOnce
    },
    { priority: 'job' },
  )
}

/** What was told of one alarm to one person, with the notice that says so if it is in the database already. */
type Told = LastNotice & { id: number | null; isDropped?: boolean }

async function spread(tx: Transaction, events: readonly AlarmEventRow[], now: number): Promise<void> {
  const idsOf = (key: 'alarm_id' | 'incident_id' | 'location_id') => [
    ...new Set(events.flatMap((event) => event[key] ?? [])),
  ]
  const told = new Map<string, Told>()
  const rows = await findTold(tx, { alarmIds: idsOf('alarm_id'), incidentIds: idsOf('incident_id') })
  for (const row of rows) told.set(keyOf(row, row), { kind: row.kind, isSent: row.is_sent, id: row.id })
  const recipients = Map.groupBy(
    await findRecipients(tx, events, idsOf('location_id')),
    (one) => one.location_id,
  )
  const dropped = { over: [] as number[], back: [] as number[] }
  const added = new Map<string, NewNotice>()
  for (const event of events) {
    const wanted = (recipients.get(event.location_id) ?? []).filter(
      ({ types }) => types === null || event.type === null || types.includes(event.type),
    )
    for (const { user_id, push_device_id } of wanted) {
      const key = keyOf(event, { user_id, push_device_id })
      const last = told.get(key) ?? null
      const decision = decideNotice(last, event.kind)
      if (decision === 'tell') {
        const due = event.kind === 'raised' ? now : event.at + settleMs(event.reopenings)
        const { alarm_id, incident_id, kind } = event
        added.set(`${key} ${event.id}`, {
          ...{ user_id, push_device_id, event_id: event.id, alarm_id, incident_id, kind },
          due_at: new Date(Math.max(due, now)).toISOString(),
        })
        told.set(key, { kind, isSent: false, id: null })
      } else if (decision === 'drop') {
        if (last!.id !== null) dropped[event.kind === 'cleared' ? 'over' : 'back'].push(last!.id)
        // It came and went within this very batch.
        else for (const name of added.keys()) if (name.startsWith(`${key} `)) added.delete(name)
        if (event.kind === 'cleared') told.delete(key)
        else told.set(key, { kind: 'raised', isSent: true, id: null })
      }
    }
  }
  for (const reason of ['over', 'back'] as const) await dropNotices(tx, dropped[reason], reason, now)
  await insertNotices(tx, [...added.values()], now)
}

const keyOf = (
  { alarm_id, incident_id }: Pick<AlarmEventRow, 'alarm_id' | 'incident_id'>,
  { user_id, push_device_id }: Pick<Recipient, 'user_id' | 'push_device_id'>,
) => `${alarm_id ?? `platform ${incident_id}`} ${user_id} ${push_device_id ?? 'mail'}`

async function findRecipients(
  tx: Transaction,
  events: readonly AlarmEventRow[],
  locationIds: readonly number[],
): Promise<Recipient[]> {
  const hasIncident = events.some(({ incident_id }) => incident_id !== null)
  return [
    ...(locationIds.length > 0 ? await findLocationRecipients(tx, locationIds) : []),
    ...(hasIncident ? await findOperators(tx) : []),
  ]
}
