import type { AlarmRuleDraft, AlarmRulesView, AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { homePower, type RuleCondition, ruleMetrics } from '@ohmstead/domain/alarms/alarm-rule'
import { deviceCategories, isDeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'

/** What the fields of the form say: numbers as decimal texts, a subject as one text. */
export interface RuleForm {
  name: string
  kind: AlarmRuleDraft['kind']
  /** `house`, `category:GRID` or `device:grid`. */
  subject: string
  metric: string
  condition: RuleCondition
  value: string
  upper: string
  clear: string
  minutes: string
  grouping: AlarmRuleDraft['grouping']
  isQuiet: boolean
  quietFrom: string
  quietUntil: string
  sendsRecovery: boolean
  enabled: boolean
}

const text = (value: number | null) => (value === null ? '' : String(value))
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const newRule: RuleForm = {
  ...{ name: '', kind: 'metric', subject: 'category:GRID', metric: 'power', condition: 'above', value: '' },
  ...{ upper: '', clear: '', minutes: '10', grouping: 'each', isQuiet: false },
  ...{ quietFrom: '22:00', quietUntil: '06:00', sendsRecovery: true, enabled: true },
}

export function toForm(rule: AlarmRuleView): RuleForm {
  const { settings, quiet } = rule
  const { category, deviceKey, metric, condition, value, upper, clear } = settings
  return {
    ...newRule,
    ...{ name: rule.name ?? '', kind: rule.kind, condition, metric: metric ?? '' },
    ...{ value: text(value), upper: text(upper), clear: text(clear) },
    subject:
      category !== null ? `category:${category}` : deviceKey !== null ? `device:${deviceKey}` : 'house',
    minutes: text(rule.durationSeconds / 60),
    ...{ grouping: rule.grouping, sendsRecovery: rule.sendsRecovery, enabled: rule.enabled },
    isQuiet: quiet !== null,
    quietFrom: quiet ? clock(quiet.from) : newRule.quietFrom,
    quietUntil: quiet ? clock(quiet.until) : newRule.quietUntil,
  }
}

const number = (given: string): number | null => (given.trim() === '' ? null : Number(given))
const minuteOf = (given: string) => Number(given.slice(0, 2)) * 60 + Number(given.slice(3, 5))

export function toRuleDraft(form: RuleForm): AlarmRuleDraft {
  const isOwn = form.kind === 'metric'
  const isHouse = form.subject === 'house'
  const [type, ...rest] = form.subject.split(':')
  const key = rest.join(':')
  const isLevel = form.condition === 'above' || form.condition === 'below'
  const quiet = { from: minuteOf(form.quietFrom), until: minuteOf(form.quietUntil) }
  return {
    name: form.name.trim() || null,
    kind: form.kind,
    settings: {
      metric: isOwn ? (isHouse ? homePower : form.metric) : null,
      category: isOwn && type === 'category' && isDeviceCategory(key) ? key : null,
      deviceKey: isOwn && type === 'device' ? key : null,
      condition: form.condition,
      value: form.condition === 'frozen' ? null : number(form.value),
      upper: form.condition === 'between' ? number(form.upper) : null,
      clear: isLevel ? number(form.clear) : null,
    },
    durationSeconds: Math.round((number(form.minutes) ?? 0) * 60),
    grouping: form.grouping,
    quiet: form.isQuiet && quiet.from !== quiet.until ? quiet : null,
    ...{ sendsRecovery: form.sendsRecovery, enabled: form.enabled },
  }
}

/** What a rule can be about: the categories here, each device, and the house. */
export function listSubjects(devices: AlarmRulesView['devices'], isGroup: boolean): string[] {
  const present = isGroup
    ? deviceCategories
    : deviceCategories.filter((category) => devices.some((one) => one.category === category))
  return ['house', ...present.map((one) => `category:${one}`), ...devices.map(({ key }) => `device:${key}`)]
}

/** The metrics that devices of a subject may have. */
export function listMetrics(subject: string, devices: AlarmRulesView['devices']): string[] {
  if (subject === 'house') return []
  const [type, ...rest] = subject.split(':')
  const key = rest.join(':')
  const category = type === 'category' ? key : devices.find((one) => one.key === key)?.category
  return ruleMetrics.filter((metric) => {
    const of = metric === homePower ? [] : findMetric(metric)?.categories
    return of === null || of === undefined || (of as readonly string[]).includes(category ?? '')
  })
}
