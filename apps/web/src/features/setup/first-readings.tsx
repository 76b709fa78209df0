import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLive } from '../../shared/live/use-live.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { formatMetricKey } from '../../shared/metric-name.ts'
import { latestQuery } from '../../shared/power-flow/use-flow-readings.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import styles from './setup-wizard.module.css'

const shown = 6
const askEveryMs = 2000

/** The newest figures of a controller that has just been linked, as they come in. */
export function FirstReadings({ locationId, controllerId }: { locationId: number; controllerId: number }) {
  const t = useT()
  const live = useLive(locationId)
  const latest = useQuery({
    ...latestQuery(locationId),
    // Nobody waits a minute for the first one.
    refetchInterval: live.ts === null ? askEveryMs : false,
  })
  // Its devices are known soon after their first readings.
  const { data: location } = useQuery({ ...locationQuery(locationId), refetchInterval: askEveryMs })
  const devices = location?.devices.filter((device) => device.controller_id === controllerId) ?? []
  const keys = new Set(devices.map(({ key }) => key))
  const values = { ...latest.data?.values, ...live.values }
  const figures = Object.entries(values)
    .flatMap(([key, { value }]) => {
      const [device = '', name = ''] = key.split('/')
      const metric = keys.has(device) ? findMetric(name) : null
      return metric && typeof value === 'number' ? [{ key, value, metric }] : []
    })
    .toSorted(
      (one, other) => weigh(one.metric.kind) - weigh(other.metric.kind) || compare(one.key, other.key),
    )
    .slice(0, shown)
  return (
    <section className={styles.readings} aria-label={t('setup.finish.readings')} aria-live="polite">
      <h2>{t('setup.finish.readings')}</h2>
      {figures.length === 0 ? (
        <p className={styles.waiting}>
          <span className={styles.pulse} aria-hidden />
          {t('setup.finish.waiting')}
        </p>
      ) : (
        <dl className={styles.figures}>
          {figures.map(({ key, value, metric }) => (
            <div key={key}>
              <dt>{formatMetricKey(key, devices, t)}</dt>
              <dd>
                <Quantity value={value} unit={metric.unit} size="l" />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const order = ['power', 'gauge', 'energy', 'state']
const weigh = (kind: string) => order.indexOf(kind)
const compare = (one: string, other: string) => (one < other ? -1 : 1)
