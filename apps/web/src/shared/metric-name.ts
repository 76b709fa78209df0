import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import type { MessageKey, Translate } from './i18n/use-t.ts'

/** A metric in words; an unknown one keeps its own name. */
export function formatMetric(metric: string, t: Translate): string {
  return findMetric(metric) ? t(`metric.${metric}` as MessageKey) : metric
}

/** "Battery: State of charge" for `bat/soc`; for a single device the metric is enough. */
export function formatMetricKey(key: string, devices: readonly LocationDeviceView[], t: Translate): string {
  const slash = key.indexOf('/')
  const [device, metric] = [key.slice(0, slash), key.slice(slash + 1)]
  const name = formatMetric(metric, t)
  if (devices.length === 1) return name
  return `${devices.find((one) => one.key === device)?.name ?? device}: ${name}`
}
