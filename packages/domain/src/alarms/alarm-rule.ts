import type { DeviceCategory } from '../fleet/device-category.ts'
import { findMetric } from '../telemetry/metrics.ts'

/** What a rule looks at. All but `metric` are ready-made and can be switched on as they are. */
export const ruleKinds = ['metric', 'meter_silent', 'pv_neighbours', 'battery_idle', 'peak'] as const
export type RuleKind = (typeof ruleKinds)[number]

export const ruleConditions = ['above', 'below', 'between', 'equal', 'frozen'] as const
export type RuleCondition = (typeof ruleConditions)[number]

export const ruleGroupings = ['each', 'together'] as const
export type RuleGrouping = (typeof ruleGroupings)[number]

/** The power of the house, which follows from all devices; every other metric is of a device. */
export const homePower = 'home_power'

/** The metrics that a rule may look at: numbers that mean something from one reading to the next. */
export const ruleMetrics = [
  homePower,
  ...['power', 'soc', 'temperature', 'power_avg_15m', 'voltage_l1', 'voltage_l2', 'voltage_l3'],
  ...['current_l1', 'current_l2', 'current_l3', 'frequency', 'power_factor', 'soh'],
] as const

export interface RuleSettings {
  /** Null for ready-made kinds, which know what they look at. */
  metric: string | null
  /** All devices of a category, or the one with a key; neither for the house. */
  category: DeviceCategory | null
  deviceKey: string | null
  condition: RuleCondition
  /** In the unit of the metric. Of ready-made kinds: minutes of silence, W of export, or percent. */
  value: number | null
  /** Of `between`. */
  upper: number | null
  /** Where the alarm ends; null for the usual distance. */
  clear: number | null
}

export interface RuleTerms {
  kind: RuleKind
  settings: RuleSettings
  durationSeconds: number
}

export const longestDurationSeconds = 7 * 86_400

/** Switched on in one press. Their thresholds are such that a healthy home is quiet. */
export const readyRules: readonly RuleTerms[] = [
  ready('meter_silent', 'above', 15, 0),
  ready('pv_neighbours', 'below', 60, 0),
  ready('battery_idle', 'above', 1000, 30 * 60),
  ready('peak', 'above', 90, 0),
  {
    kind: 'metric',
    settings: { ...nothing(), metric: 'power', category: 'GRID', condition: 'frozen' },
    durationSeconds: 60 * 60,
  },
]

function ready(kind: RuleKind, condition: RuleCondition, value: number, durationSeconds: number): RuleTerms {
  return { kind, settings: { ...nothing(), condition, value }, durationSeconds }
}

function nothing(): RuleSettings {
  return {
    ...{ metric: null, category: null, deviceKey: null, condition: 'above' },
    ...{ value: null, upper: null, clear: null },
  }
}

/** Which ready-made rule a rule is, whatever its thresholds; null for one of a person's own. */
export function findReadyRule({ kind, settings }: Pick<RuleTerms, 'kind' | 'settings'>): RuleTerms | null {
  const found = readyRules.find(
    (one) =>
      one.kind === kind &&
      (kind !== 'metric' ||
        (one.settings.condition === settings.condition &&
          one.settings.metric === settings.metric &&
          one.settings.category === settings.category &&
          settings.deviceKey === null)),
  )
  return found ?? null
}

export const readyRuleNames = ['meter_silent', 'pv_neighbours', 'battery_idle', 'peak', 'frozen'] as const
export type ReadyRuleName = (typeof readyRuleNames)[number]

export const nameReadyRule = ({ kind }: Pick<RuleTerms, 'kind'>): ReadyRuleName =>
  kind === 'metric' ? 'frozen' : kind

export const getReadyRule = (name: ReadyRuleName): RuleTerms =>
  readyRules.find((one) => nameReadyRule(one) === name)!

export const ruleProblems = ['subject', 'metric', 'condition', 'value', 'upper', 'clear', 'duration'] as const
export type RuleProblem = (typeof ruleProblems)[number]

/** What keeps a rule from being kept; null if nothing does. */
export function findRuleProblem({ kind, settings, durationSeconds }: RuleTerms): RuleProblem | null {
  const { metric, category, deviceKey, condition, value } = settings
  if (!(durationSeconds >= 0 && durationSeconds <= longestDurationSeconds)) return 'duration'
  if (kind === 'metric') {
    if (metric === null || !(ruleMetrics as readonly string[]).includes(metric)) return 'metric'
    const isOfHouse = category === null && deviceKey === null
    if (isOfHouse !== (metric === homePower) || (category !== null && deviceKey !== null)) return 'subject'
    if (condition === 'frozen')
      return durationSeconds < shortestFrozenSeconds ? 'duration' : findLevelProblem(settings)
    const known = findMetric(metric)?.categories
    if (category !== null && known && !(known as readonly string[]).includes(category)) return 'metric'
  } else {
    const own = readyRules.find((one) => one.kind === kind)
    if (metric !== null || category !== null || deviceKey !== null) return 'subject'
    if (condition !== own?.settings.condition) return 'condition'
    if (value === null || value <= 0) return 'value'
    const isShare = kind === 'pv_neighbours' || kind === 'peak'
    if (isShare && value > (kind === 'peak' ? 200 : 100)) return 'value'
  }
  return findLevelProblem(settings)
}

/** A value may well stay the same for a few readings. */
const shortestFrozenSeconds = 10 * 60

function findLevelProblem({ condition, value, upper, clear }: RuleSettings): RuleProblem | null {
  if (condition === 'frozen')
    return value !== null ? 'value' : upper !== null ? 'upper' : clear !== null ? 'clear' : null
  if (value === null || !Number.isFinite(value)) return 'value'
  if (condition === 'between') {
    if (upper === null || !(upper > value)) return 'upper'
    return clear === null ? null : 'clear'
  }
  if (upper !== null) return 'upper'
  if (clear === null) return null
  if (condition === 'above') return clear <= value ? null : 'clear'
  return condition === 'below' && clear >= value ? null : 'clear'
}

/** The share of the threshold that a value has to come back by, so that noise around it raises one alarm. */
const usualDistance = 0.05

/** Where an alarm of `above` or `below` ends. */
export function clearLevelOf({ condition, value, clear }: RuleSettings): number {
  if (clear !== null) return clear
  const distance = Math.abs(value ?? 0) * usualDistance
  return condition === 'below' ? (value ?? 0) + distance : (value ?? 0) - distance
}
