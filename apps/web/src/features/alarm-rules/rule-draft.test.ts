import type { AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { expect, test } from 'vitest'
import { toForm, toRuleDraft } from './rule-draft.ts'

const rule: AlarmRuleView = {
  ...{ id: 3, name: 'Night', kind: 'metric', durationSeconds: 600, grouping: 'together', revision: 2 },
  ...{ quiet: { from: 22 * 60 + 15, until: 6 * 60 + 5 }, sendsRecovery: false, enabled: true },
  ...{ group: null, isTogether: false, raised: 1 },
  settings: {
    ...{ metric: 'power', category: 'GRID', deviceKey: null, condition: 'above' },
    ...{ value: 8100, upper: null, clear: 6000 },
  },
}
const of = (changes: Partial<AlarmRuleView['settings']>): AlarmRuleView => ({
  ...rule,
  settings: { ...rule.settings, ...changes },
})

test('fields say powers in kW, times in minutes and hours as clocks', () => {
  expect(toForm(rule)).toMatchObject({
    ...{ value: '8.1', clear: '6', minutes: '10', isQuiet: true, quietFrom: '22:15', quietUntil: '06:05' },
  })
  expect(toForm(of({ metric: 'soc', category: 'BATTERY', value: 20, clear: null })).value).toBe('20')
})

test.each<[string, AlarmRuleView]>([
  ['of a category', rule],
  ['of one device', of({ category: null, deviceKey: 'modbus:7' })],
  ['of the house', of({ category: null, metric: 'home_power' })],
  ['between two levels', of({ condition: 'between', upper: 9000, clear: null })],
  ['of a value that freezes', of({ condition: 'frozen', value: null, clear: null })],
  ['that is never quiet', { ...rule, quiet: null }],
])('a rule %s that is opened and saved is the same rule', (_, given) => {
  const { name, kind, settings, durationSeconds, grouping, quiet, sendsRecovery, enabled } = given
  const same = { name, kind, settings, durationSeconds, grouping, quiet, sendsRecovery, enabled }
  expect(toRuleDraft(toForm(given))).toEqual(same)
})
