import type { ImplausibleValueView } from '@ohmstead/contract/controllers'
import { scaleUnit } from '@ohmstead/domain/units/scale-unit'
import { useQuery } from '@tanstack/react-query'
import type { ImplausibleValuesQuery } from '../../shared/controllers/controllers-query.ts'
import type { Format } from '../../shared/i18n/format.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatMetric } from '../../shared/metric-name.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './implausible-values-modal.module.css'

/** The newest impossible values of a controller: what was sent, when, and the possible range. */
export function ImplausibleValuesModal({
  query,
  timeZone,
  onClose,
}: {
  query: ImplausibleValuesQuery
  timeZone: string | undefined
  onClose: () => void
}) {
  const t = useT()
  const { data, error, refetch } = useQuery(query)
  return (
    <Modal
      title={t('controllers.implausible.heading')}
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div aria-busy>
          <Skeleton height={160} radius={10} />
        </div>
      )}
      {data && (
        <p className={styles.text}>
          {t(data.length > 0 ? 'controllers.implausible.text' : 'controllers.implausible.empty')}
        </p>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((value) => (
            <Row key={`${value.device_key}/${value.metric} ${value.at}`} value={value} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Modal>
  )
}

function Row({ value, timeZone }: { value: ImplausibleValueView; timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { device_key, device_name, metric, unit, lowest, highest, at } = value
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {device_name ?? device_key} · {formatMetric(metric, t)}
      </span>
      <strong className={styles.value}>{formatExactly(value.value, unit, format)}</strong>
      <span className={styles.reason}>
        {t('controllers.implausible.reason', {
          lowest: formatExactly(lowest, unit, format),
          highest: formatExactly(highest, unit, format),
        })}
      </span>
      <time className={styles.time}>{format.dateTime(at, timeZone)}</time>
    </li>
  )
}

/** With its decimals, at most two: a limit of 100.5 % is not 101 %. */
function formatExactly(value: number, unit: string, format: Format): string {
  if (unit === '%') return format.percent(value / 100)
  const scale = scaleUnit(value, unit)
  const scaled = Math.round((value / scale.divisor) * 100) / 100
  const digits = [0, 1, 2].find((count) => Number(scaled.toFixed(count)) === scaled)
  return `${format.number(scaled, digits)}\u00a0${scale.unit}`.trimEnd()
}
