import type { AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { findReadyRule, type RuleTerms, readyRules } from '@ohmstead/domain/alarms/alarm-rule'

/** The rule that the switch of a ready one turns: it stays the same one when somebody gives it a name. */
export function findRuleOfReady(
  ready: RuleTerms,
  rules: readonly AlarmRuleView[],
): AlarmRuleView | undefined {
  const same = rules.filter((rule) => findReadyRule(rule) === ready)
  return same.find(({ name }) => name === null) ?? same[0]
}

/** All that no switch of a ready rule turns. */
export function listOwnRules(rules: readonly AlarmRuleView[]): AlarmRuleView[] {
  const switched = readyRules.map((ready) => findRuleOfReady(ready, rules))
  return rules.filter((rule) => !switched.includes(rule))
}
