import type { DeviceView } from '@ohmstead/contract/controllers'
import { type DeviceCategory, deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { useQuery } from '@tanstack/react-query'
import { declaredDevicesQuery } from '../../../shared/controllers/controllers-query.ts'
import { useSetCategory } from '../../../shared/controllers/use-set-category.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { type Live, useLive } from '../../../shared/live/use-live.ts'
import { formatMetric } from '../../../shared/metric-name.ts'
import { compareMetrics } from '../../../shared/metric-order.ts'
import { MetricValue } from '../../../shared/metric-value.tsx'
import { latestQuery } from '../../../shared/power-flow/use-flow-readings.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import formStyles from '../../../ui/form.module.css'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from './found-devices.module.css'

interface FoundDevicesProps {
  locationId: number
  controllerId: number
  /** Whether a person may say what its devices are; our own controllers say it themselves. */
  isForeign: boolean
}

const askEveryMs = 2000

/** What a new controller reports, to be confirmed: each device with its kind, and its values as they come in. */
export function FoundDevices({ locationId, controllerId, isForeign }: FoundDevicesProps) {
  const t = useT()
  const devices = useQuery({ ...declaredDevicesQuery(locationId), refetchInterval: askEveryMs })
  const live = useLive(locationId)
  const latest = useQuery({
    ...latestQuery(locationId),
    // Until the stream has brought something, nobody waits a minute for the first value.
    refetchInterval: live.ts === null ? askEveryMs : false,
  })
  const own = devices.data?.filter((device) => device.controller_id === controllerId) ?? []
  if (own.length === 0) return null
  const values = { ...latest.data?.values, ...live.values }
  return (
    <section className={styles.found} aria-label={t('controllers.foreign.found')}>
      <h2>{t('controllers.foreign.found')}</h2>
      <p>{t('controllers.foreign.found_text')}</p>
      <ul className={styles.devices}>
        {own.map((device) => (
          <li key={device.id}>
            <FoundDevice locationId={locationId} device={device} values={values} isForeign={isForeign} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FoundDevice({
  locationId,
  device,
  values,
  isForeign,
}: {
  locationId: number
  device: DeviceView
  values: Live['values']
  isForeign: boolean
}) {
  const t = useT()
  const setCategory = useSetCategory(locationId)
  const prefix = `${device.key}/`
  const readings = Object.entries(values)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, { value }]) => ({ metric: key.slice(prefix.length), value }))
    .sort((a, b) => compareMetrics(a.metric, b.metric))
  const label = t('controllers.foreign.category')
  return (
    <article className={styles.device} aria-label={device.name}>
      <header>
        <strong>{device.name}</strong>
        {device.model && <small>{device.model}</small>}
        {isForeign ? (
          <SelectField
            label={label}
            value={(setCategory.isPending && setCategory.variables.category) || device.category}
            disabled={setCategory.isPending}
            onChange={(category) =>
              setCategory.mutate({
                deviceId: device.id,
                category: category as DeviceCategory,
                seen: device.category,
              })
            }
            options={deviceCategories.map((category) => ({
              value: category,
              label: t(`device.category.${category}`),
            }))}
          />
        ) : (
          <span>{t(`device.category.${device.category}`)}</span>
        )}
      </header>
      {setCategory.isError && (
        <p className={formStyles.error} role="alert">
          {errorText(setCategory.error, t)}
        </p>
      )}
      {readings.length === 0 ? (
        <p>{t('controllers.foreign.no_values')}</p>
      ) : (
        <dl className={styles.values}>
          {readings.map(({ metric, value }) => (
            <div key={metric}>
              <dt>{formatMetric(metric, t)}</dt>
              <dd>
                <MetricValue metric={metric} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}
