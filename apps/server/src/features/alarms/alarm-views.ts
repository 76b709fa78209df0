import type { AlarmView } from '@ohmstead/contract/alarms'
import { formatAlarmTime } from '@ohmstead/domain/alarms/format-alarm-time'
import type { AlarmRow } from './alarm-list-queries.ts'
import type { RuleFacts } from './rule-alarm-queries.ts'

/** An alarm as the API answers it, without what its surroundings say. */
export function toAlarm(row: AlarmRow, timeZone: string): AlarmView {
  const { location_id: _, type: __, last_recurrence_at: ___, ...others } = row
  const { rule_id, rule_facts, rule_places, ...alarm } = others
  return {
    ...alarm,
    rule: rule_facts && toRule(rule_facts, { id: rule_id, places: rule_places }),
    event_first_recurrence_date_time: formatAlarmTime(alarm.first_recurrence_at, timeZone),
  }
}

function toRule(
  { name, kind, settings, durationSeconds, value, compared }: RuleFacts,
  now: { id: number | null; places: number | null },
): AlarmView['rule'] {
  return { ...now, name, kind, settings, durationSeconds, value, compared }
}
