import { settleMs } from '@ohmstead/domain/alarms/notice-rules'
import { decideDelivery, type LastDelivery } from '@ohmstead/domain/alarms/webhook-rules'
import type { Transaction } from '../../platform/db/db.ts'
import { type AlarmEventRow, dropNotices } from '../notices/event-queries.ts'
import {
  findHooks,
  findLastDeliveries,
  findToldAlarms,
  findToldIncidents,
  insertDeliveries,
  type NewDelivery,
} from './spread-queries.ts'
import { writeAlarmPayload, writeIncidentPayload } from './webhook-payload.ts'

/** What was written last, with the message in the database or in this batch. */
type Last = LastDelivery & { id?: number; added?: NewDelivery }

const unique = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
const keyOf = (webhookId: number, event: Pick<AlarmEventRow, 'alarm_id' | 'incident_id'>) =>
  `${webhookId} ${event.alarm_id ?? `platform ${event.incident_id}`}`

/** Writes what webhooks are to be sent of this news, in the transaction that takes it. */
export async function spreadToWebhooks(
  tx: Transaction,
  events: readonly AlarmEventRow[],
  { now, publicUrl }: { now: number; publicUrl: string },
): Promise<void> {
  const incidentIds = unique(events.map(({ incident_id }) => incident_id))
  const alarmIds = unique(events.map(({ alarm_id }) => alarm_id))
  const hooks = await findHooks(
    tx,
    unique(events.map(({ location_id }) => location_id)),
    incidentIds.length > 0,
  )
  if (hooks.length === 0) return
  const hooksOf = Map.groupBy(hooks, ({ location_id }) => location_id)
  const lasts = new Map<string, Last>()
  for (const row of await findLastDeliveries(tx, { alarmIds, incidentIds }, now))
    lasts.set(keyOf(row.webhook_id, row), { id: row.id, kind: row.kind, isSettling: row.is_settling })
  const alarms = new Map((await findToldAlarms(tx, alarmIds)).map((one) => [one.id, one]))
  const incidents = new Map((await findToldIncidents(tx, incidentIds)).map((one) => [one.id, one]))
  const write = (event: AlarmEventRow) => {
    const alarm = alarms.get(event.alarm_id ?? 0)
    if (alarm) return writeAlarmPayload(alarm, event, publicUrl)
    const incident = incidents.get(event.incident_id ?? 0)
    return incident ? writeIncidentPayload(incident, event) : null
  }
  const added = new Set<NewDelivery>()
  const dropped: number[] = []
  for (const event of events) {
    const payload = write(event)
    if (payload === null) continue
    for (const { webhook_id, types } of hooksOf.get(event.location_id) ?? []) {
      if (types !== null && event.type !== null && !types.includes(event.type)) continue
      const key = keyOf(webhook_id, event)
      const last = lasts.get(key) ?? null
      const decision = decideDelivery(last, event.kind)
      if (decision === 'drop') {
        if (last!.added) added.delete(last!.added)
        else dropped.push(last!.id!)
        lasts.set(key, { kind: 'raised', isSettling: false })
      } else if (decision === 'tell') {
        const { id: event_id, alarm_id, incident_id, kind } = event
        const due = kind === 'raised' ? now : Math.max(now, event.at + settleMs(event.reopenings))
        const delivery = { webhook_id, event_id, alarm_id, incident_id, kind, payload }
        const one = { ...delivery, due_at: new Date(due).toISOString() }
        added.add(one)
        lasts.set(key, { kind, isSettling: due > now, added: one })
      }
    }
  }
  await dropNotices(tx, dropped, 'back', now)
  await insertDeliveries(tx, [...added], now)
}
