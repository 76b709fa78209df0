import type { AlarmRuleDraft, AlarmRulesView, AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { homePower, type RuleCondition, ruleMetrics } from '@ohmstead/domain/alarms/alarm-rule'
import { deviceCategories, isDeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import { unitOfRule } from '../../shared/alarm-rules/use-rule-text.ts'

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

type OfUnit = Pick<AlarmRuleDraft, 'kind' | 'settings'>

/** The unit of a rule's fields: people think of power in kW. */
export const unitOfFields = (rule: OfUnit): string => (isPower(rule) ? 'kW' : unitOfRule(rule))
const isPower = (rule: OfUnit) => unitOfRule(rule) === 'W'
const wattsPerKw = 1000

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
  const level = (given: number | null) => text(given !== null && isPower(rule) ? given / wattsPerKw : given)
  return {
    ...newRule,
    ...{ name: rule.name ?? '', kind: rule.kind, condition, metric: metric ?? '' },
    ...{ value: level(value), upper: level(upper), clear: level(clear) },
    subject:
      category !== null ? `category:${category}` : deviceKey !== null ? `device:${deviceKey}` : 'house',
    minutes: text(rule.durationSeconds / 60),
    ...{ grouping: rule.grouping, sendsRecovery: rule.sendsRecovery, enabled: rule.enabled },
    isQuiet: quiet !== null,
    quietFrom: quiet ? clock(quiet.from) : newRule.quietFrom,
    quietUntil: quiet ? clock(quiet.until) : newRule.quietUntil,
  }
}

/** A meter that sends again is not silent at all: there is no level in between. */
export const hasClearLevel = ({ kind, condition }: Pick<RuleForm, 'kind' | 'condition'>): boolean =>
  kind !== 'meter_silent' && (condition === 'above' || condition === 'below')

const number = (given: string): number | null => (given.trim() === '' ? null : Number(given))
const minuteOf = (given: string) => Number(given.slice(0, 2)) * 60 + Number(given.slice(3, 5))

export function toRuleDraft(form: RuleForm): AlarmRuleDraft {
  const isOwn = form.kind === 'metric'
  const isHouse = form.subject === 'house'
  const [type, ...rest] = form.subject.split(':')
  const key = rest.join(':')
  const quiet = { from: minuteOf(form.quietFrom), until: minuteOf(form.quietUntil) }
  const subject = {
    metric: isOwn ? (isHouse ? homePower : form.metric) : null,
    category: isOwn && type === 'category' && isDeviceCategory(key) ? key : null,
    deviceKey: isOwn && type === 'device' ? key : null,
    condition: form.condition,
  }
  const nothing = { value: null, upper: null, clear: null }
  const inKw = isPower({ kind: form.kind, settings: { ...subject, ...nothing } })
  const level = (given: string) => {
    const typed = number(given)
    // 1.1 × 1000 is not quite 1100.
    return typed !== null && inKw ? Number((typed * wattsPerKw).toPrecision(12)) : typed
  }
  return {
    name: form.name.trim() || null,
    kind: form.kind,
    settings: {
      ...subject,
      value: form.condition === 'frozen' ? null : level(form.value),
      upper: form.condition === 'between' ? level(form.upper) : null,
      clear: hasClearLevel(form) ? level(form.clear) : null,
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
