import { useLingui } from '@lingui/react'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import styles from './price-list-wizard.module.css'

interface BeginEarlierProps {
  /** Beside the field of its first day, or below the last month under the list. */
  place: 'hint' | 'preview'
  validFrom: string
  today: string
  /** Left out where the list cannot be changed. */
  onBegin?: ((day: string) => void) | undefined
}

/** Says that the last invoice is none of the list's, as it begins later, and sets its first day back. */
export function BeginEarlier({ place, validFrom, today, onBegin }: BeginEarlierProps) {
  const t = useT()
  const { i18n } = useLingui()
  const formatDay = useFormatDay()
  const first = Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months: 1 }).toString()
  if (validFrom <= first) return null
  // Who enters prices of days to come checks no invoice.
  if (place === 'hint' && validFrom > today) return null
  const months = getDateFormat(formatTag(i18n.locale), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const day = formatDay(first)
  return (
    <div className={styles.begin}>
      <p>
        {t(`price_lists.begin.${place}`, {
          month: months.format(Date.parse(`${first}T00:00Z`)),
          from: formatDay(validFrom),
          day,
        })}
      </p>
      {onBegin && (
        <Button size="small" onClick={() => onBegin(first)}>
          {t('price_lists.begin.set', { day })}
        </Button>
      )}
    </div>
  )
}
