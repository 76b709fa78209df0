import type { AlarmView } from '@ohmstead/contract/alarms'
import { useRuleText } from '../../shared/alarm-rules/use-rule-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'

/** The name of the rule of an alarm, where the alarm is about no device that would name it. */
export function useRuleName(): (alarm: AlarmView) => string | null {
  const text = useRuleText()
  return ({ rule, device_id }) => (rule === null || device_id !== null ? null : text.name(rule))
}

/** What the rule of an alarm says, and what was measured when it was raised. */
export function RuleWords({ alarm }: { alarm: AlarmView }) {
  const t = useT()
  const format = useFormat()
  const text = useRuleText()
  const { rule, device_id, device_name } = alarm
  if (rule === null) return null
  const devices = rule.settings.deviceKey
    ? [{ key: rule.settings.deviceKey, name: device_name ?? rule.settings.deviceKey }]
    : []
  const name = text.name(rule, devices)
  const sentence = text.sentence(rule, devices)
  const facts = [
    device_id !== null && name,
    sentence !== name && sentence,
    rule.value !== null && t('alarms.rule.measured', { value: text.quantity(rule, rule.value) }),
    rule.compared !== null && t('alarms.rule.compared', { count: format.number(rule.compared, 0) }),
    rule.places !== null && t('alarms.rule.places', { count: format.number(rule.places, 0) }),
  ]
  return <>{facts.filter(Boolean).join(' · ')}</>
}
