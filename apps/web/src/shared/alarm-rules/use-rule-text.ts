import { findReadyRule, homePower, type RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import { scaleUnit } from '@ohmstead/domain/units/scale-unit'
import { useFormat } from '../i18n/use-format.ts'
import { type MessageKey, useT } from '../i18n/use-t.ts'
import { formatMetric } from '../metric-name.ts'
import { quantityText } from '../quantity/format-quantity.ts'

interface NamedDevice {
  key: string
  name: string
}

/** In which unit a rule's levels are. */
export function unitOfRule({ kind, settings }: Pick<RuleTerms, 'kind' | 'settings'>): string {
  if (kind === 'meter_silent') return 'min'
  if (kind === 'battery_idle') return 'W'
  if (kind !== 'metric') return '%'
  if (settings.metric === homePower) return 'W'
  return findMetric(settings.metric ?? '')?.unit ?? ''
}

/** A rule in words: its name, and what has to happen. */
export function useRuleText() {
  const t = useT()
  const format = useFormat()
  /** What was measured. */
  const quantity = (rule: Pick<RuleTerms, 'kind' | 'settings'>, value: number | null) =>
    unitOfRule(rule) === 'min'
      ? format.number(value, 0)
      : quantityText(value, unitOfRule(rule), format, 'auto')

  /** What somebody chose: as round as they did. */
  function limit(rule: Pick<RuleTerms, 'kind' | 'settings'>, value: number | null): string {
    const unit = unitOfRule(rule)
    if (value === null || unit === 'min' || unit === '%') return quantity(rule, value)
    const isKw = unit === 'W' && Math.abs(value) === 1000
    const { divisor, unit: shown } = isKw ? { divisor: 1000, unit: 'kW' } : scaleUnit(value, unit)
    const digits = [0, 1, 2, 3].find((some) => Number((value / divisor).toFixed(some)) === value / divisor)
    return `${format.number(value / divisor, digits ?? 3)}\u00a0${shown}`.trim()
  }

  function subject({ settings }: Pick<RuleTerms, 'settings'>, devices: readonly NamedDevice[]): string {
    const { metric, category, deviceKey } = settings
    const what =
      category !== null
        ? t(`device.category.${category}`)
        : deviceKey !== null
          ? (devices.find(({ key }) => key === deviceKey)?.name ?? deviceKey)
          : t('alarm_rules.house')
    const name = metric === homePower ? t('metric.power') : formatMetric(metric ?? '', t)
    return `${what} · ${name}`
  }

  function sentence(rule: RuleTerms, devices: readonly NamedDevice[] = []): string {
    const { kind, settings, durationSeconds } = rule
    const time = format.duration(durationSeconds * 1000)
    const value = limit(rule, settings.value)
    if (kind !== 'metric') return t(`alarm_rules.about.${kind}` as MessageKey, { value, time })
    const key = `alarm_rules.sentence.${settings.condition}` as MessageKey
    const what = subject(rule, devices)
    const text = t(key, { what, value, upper: limit(rule, settings.upper) })
    return durationSeconds === 0 ? text : t('alarm_rules.sentence.lasting', { sentence: text, time })
  }

  /** What people called it, else what it is. */
  function name(rule: RuleTerms & { name: string | null }, devices: readonly NamedDevice[] = []): string {
    if (rule.name !== null) return rule.name
    const ready = findReadyRule(rule)
    if (ready === null) return sentence(rule, devices)
    return t(`alarm_rules.kind.${ready.kind === 'metric' ? 'frozen' : ready.kind}` as MessageKey)
  }

  return { quantity, limit, sentence, name }
}
