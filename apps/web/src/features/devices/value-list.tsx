import type { DevicePageView } from '@ohmstead/contract/devices'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { LiveLocation } from '../../shared/live/live-state.ts'
import { formatMetric } from '../../shared/metric-name.ts'
import { compareMetrics } from '../../shared/metric-order.ts'
import { findMetricWord } from '../../shared/metric-word.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import { findTextWord } from '../../shared/text-word.ts'
import { useNow } from '../../shared/use-now.ts'
import { useParameterText } from '../../shared/use-parameter-text.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './device-page.module.css'

type Value = LiveLocation['values'][string]['value']

/** The newest value of each metric of a device, and how old it is. */
export function ValueList({ device, values }: { device: DevicePageView; values: LiveLocation['values'] }) {
  const t = useT()
  const format = useFormat()
  const write = useParameterText()
  const now = useNow(1000)
  const writeState = (value: Value) =>
    (typeof value === 'string' && findTextWord(value, t)) || write({ unit: null }, value)
  const prefix = `${device.key}/`
  const own = Object.entries(values)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, reading]) => ({ metric: key.slice(prefix.length), ...reading }))
    .sort((a, b) => compareMetrics(a.metric, b.metric))
  return (
    <Panel heading={t('devices.page.values')}>
      {own.length === 0 && <p className={styles.soft}>{t('devices.page.no_values')}</p>}
      <dl className={styles.values}>
        {own.map(({ metric, value, ts }) => (
          <div key={metric}>
            <dt>{formatMetric(metric, t)}</dt>
            <dd>
              {typeof value === 'number' && findMetric(metric)?.unit ? (
                <Quantity value={value} unit={findMetric(metric)!.unit} size="s" />
              ) : (
                (findMetricWord(metric, value, t) ?? writeState(value))
              )}
              <small>{format.ago(now - ts)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
