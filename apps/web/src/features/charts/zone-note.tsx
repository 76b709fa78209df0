import { useT } from '../../shared/i18n/use-t.ts'
import styles from './charts.module.css'
import type { Period } from './use-period.ts'

/** Names the location's zone if the browser has another one, and the length of a day with a clock change. */
export function ZoneNote({
  period,
  timeZone,
  isSingleDay,
}: {
  period: Period
  timeZone: string
  isSingleDay: boolean
}) {
  const t = useT()
  const hours = (period.toMs - period.fromMs) / 3_600_000
  const isForeign = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  const isBent = isSingleDay && hours !== 24
  if (!isForeign && !isBent) return null
  return (
    <span className={styles.zone}>
      {isBent && <span>{t('charts.range.hours', { hours })}</span>}
      {isForeign && <span>{t('charts.range.zone', { zone: timeZone.replaceAll('_', ' ') })}</span>}
    </span>
  )
}
