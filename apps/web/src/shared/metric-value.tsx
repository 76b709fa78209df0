import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import { useT } from './i18n/use-t.ts'
import { findMetricWord } from './metric-word.ts'
import { Quantity } from './quantity/quantity.tsx'
import { findTextWord } from './text-word.ts'

/** A newest value: with its unit, as a word, or as on and off. */
export function MetricValue({ metric, value }: { metric: string; value: number | boolean | string | null }) {
  const t = useT()
  if (typeof value === 'boolean')
    return <strong>{t(value ? 'charts.device.on' : 'charts.device.off')}</strong>
  if (typeof value === 'string') return <strong>{findTextWord(value, t) ?? value}</strong>
  const definition = findMetric(metric)
  if (definition?.kind === 'state') return <strong>{findMetricWord(metric, value, t) ?? value ?? '–'}</strong>
  return <Quantity value={value} unit={definition?.unit ?? ''} />
}
