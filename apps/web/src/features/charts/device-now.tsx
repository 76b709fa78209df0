import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLive } from '../../shared/live/use-live.ts'
import { formatMetric } from '../../shared/metric-name.ts'
import { MetricValue } from '../../shared/metric-value.tsx'
import { latestQuery } from '../../shared/power-flow/use-flow-readings.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import styles from './charts.module.css'

/** All current values of a device, with their age. */
export function DeviceNow({ locationId, device }: { locationId: number; device: LocationDeviceView }) {
  const t = useT()
  const format = useFormat()
  const nowMs = useNow(5000)
  const latest = useQuery(latestQuery(locationId))
  const live = useLive(locationId)
  const readings = device.metrics
    .map((metric) => {
      const key = `${device.key}/${metric}`
      const known = latest.data?.values[key]
      const newer = live.values[key]
      return { metric, reading: newer && (!known || newer.ts >= known.ts) ? newer : known }
    })
    .filter(({ reading }) => reading !== undefined)
  const newest = Math.max(0, ...readings.map(({ reading }) => reading!.ts))
  if (latest.isPending && readings.length === 0) return <Skeleton height={92} radius={10} />
  return (
    <section className={styles.totals} aria-label={t('charts.device.now')}>
      {latest.isError && <FailedStrip error={latest.error} onRetry={() => void latest.refetch()} />}
      <p className={styles.sentence}>
        {newest === 0
          ? t('charts.device.none')
          : t('location_overview.flow.age', { age: format.ago(nowMs - newest) })}
      </p>
      <dl className={styles.numbers}>
        {readings.map(({ metric, reading }) => (
          <div key={metric}>
            <dt>{formatMetric(metric, t)}</dt>
            <dd>
              <MetricValue metric={metric} value={reading!.value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
