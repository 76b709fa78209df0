import type { FieldNotes } from '../field-note.ts'

/** Alarm rules, and what they would have done. */
export const alarmRuleNotes: FieldNotes = {
  ruleId: 'The alarm rule.',
  groupRuleId: 'The alarm rule of the group.',
  durationSeconds: ['How long its condition has to hold without a break, seconds.', 600],
  grouping: 'Of a group’s rule: `each` location has its own alarm, or there is one of all `together`.',
  sendsRecovery: 'Whether the end of an alarm is notified as well.',
  'RuleOfAlarm.compared': 'How many neighbours it was compared with, of kinds that compare.',
  'RuleOfAlarm.places':
    'At how many locations the condition holds now, where one alarm is of all of them; else null.',
  'AlarmRule.enabled': 'Whether it is switched on.',
  'AlarmRuleDraft.enabled': 'Whether it is switched on.',
  'AlarmRuleChange.enabled': 'Whether it is switched on.',
  'AlarmRule.revision': 'Grows with each change; a change names the one that it started from.',
  'AlarmRuleChange.revision': 'The revision that the change started from.',
  'AlarmRule.isTogether':
    'Whether its alarms are one: since that is asked for, or since it is of more than 100 locations.',
  'AlarmRule.raised': 'In how many of the locations asked about its condition holds now.',
  'AlarmRuleSettings.condition':
    'Against `value`; `between` takes `upper` as well, `frozen` is a value that does not change while readings arrive.',
  'AlarmRuleSettings.upper': 'The upper end of `between`; null for others.',
  'AlarmRuleSettings.clear':
    'Where the alarm of `above` and `below` ends; null for a twentieth inside the limit.',
  'AlarmRules.mayEdit': 'Whether the caller may change the rules.',
  'AlarmRules.mostAlarmsOfEach':
    'With more locations there is one alarm of all together, whatever the rule says.',
  'AlarmRules.mostRules': 'How many rules a location or group may have.',
  'AlarmRuleFiring.locationName': 'The name of the location.',
  'AlarmRuleFiring.timeZone': ['The time zone of the location.', 'Europe/Ljubljana'],
  'AlarmRuleFiring.deviceName': 'The device that it was about; null for the location as a whole.',
  previewId: 'The preview of a rule.',
  'WholeAlarmRulePreview.job_id': 'The job that looks: it tells how far it is, and can be cancelled.',
  'AlarmRulePreview.lookedAt': 'How many locations were looked at: some of very many.',
  'AlarmRulePreview.knownShare': [
    'Of the locations with such readings, for how much of the time there are any, from 0 to 1.',
    0.97,
  ],
  'AlarmRulePreview.notices': 'Messages that would have been sent after grouping.',
  'QuietHours.from': ['Minutes after midnight, by the clock of the location.', 1320],
  'QuietHours.until': ['The same of their end; before `from` it is of the next day.', 360],
  'AlarmRulePreview.quiet': 'How many of them quiet hours hold back.',
}
