import type { GlanceView } from '@ohmstead/contract/charts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import styles from './location-overview.module.css'

interface Props {
  usual: NonNullable<GlanceView['usual']>
  timeZone: string
  /** Today's use, if the large figure does not show it. */
  usedWh: number | null
}

/** How today compares with a usual day up to the same time. */
export function UsualNote({ usual, timeZone, usedWh }: Props) {
  const t = useT()
  const format = useFormat()
  const { text } = useQuantity()
  const { difference, days, until } = usual
  const day = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(timeZone).dayOfWeek
  const percent = format.percent(Math.abs(difference), 0)
  const direction = Math.abs(difference) < 0.005 ? 'same' : difference < 0 ? 'less' : 'more'
  return (
    <p
      className={styles.usual}
      data-tooltip={t('location_overview.usual.hint', { days, time: format.time(until, timeZone) })}
    >
      {usedWh !== null && `${t('location_overview.usual.used', { energy: text(usedWh, 'Wh') })} · `}
      {t(`location_overview.usual.${direction}`, { percent, day })}
    </p>
  )
}
