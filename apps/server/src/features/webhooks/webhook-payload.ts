import type { NoticeKind } from '@ohmstead/domain/alarms/notice-rules'

/** What a receiver is told of an alarm. */
export interface ToldAlarm {
  id: number
  type: string
  code: string
  text: string | null
  rule_name: string | null
  recurrences: number
  began_at: number
  company_id: number
  location_id: number
  location_name: string
  controller_id: number | null
  serial: string | null
  controller_name: string | null
  device_id: number | null
  device_name: string | null
}

const iso = (at: number) => new Date(at).toISOString()

/** The body of a message, the same at each try. `docs/webhooks.md` describes it. */
export function writeAlarmPayload(
  alarm: ToldAlarm,
  { kind, at }: { kind: NoticeKind; at: number },
  publicUrl: string,
): string {
  const { controller_id, device_id, location_id } = alarm
  return JSON.stringify({
    type: `alarm.${kind}`,
    timestamp: iso(at),
    data: {
      ...{ alarm_id: alarm.id, alarm_type: alarm.type, code: alarm.code || null, text: alarm.text },
      ...{ rule: alarm.rule_name, recurrences: alarm.recurrences, began_at: iso(alarm.began_at) },
      ended_at: kind === 'cleared' ? iso(at) : null,
      company_id: alarm.company_id,
      location: { id: location_id, name: alarm.location_name },
      controller:
        controller_id === null
          ? null
          : { id: controller_id, serial: alarm.serial, name: alarm.controller_name },
      device: device_id === null ? null : { id: device_id, name: alarm.device_name },
      url: `${publicUrl}/locations/${location_id}/alarms/${alarm.id}`,
    },
  })
}

export function writeIncidentPayload(
  { id, lost, controllers }: { id: number; lost: number; controllers: number },
  { kind, at }: { kind: NoticeKind; at: number },
): string {
  const type = kind === 'raised' ? 'platform.contact_lost' : 'platform.contact_restored'
  return JSON.stringify({ type, timestamp: iso(at), data: { incident_id: id, lost, controllers } })
}

export const writeTestPayload = (at: number): string =>
  JSON.stringify({ type: 'test', timestamp: iso(at), data: {} })
