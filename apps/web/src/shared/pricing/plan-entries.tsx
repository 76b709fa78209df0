import { useFormatDay } from '../i18n/use-format-day.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './plan-timeline.module.css'
import type { TimelineEntry } from './plan-timeline.tsx'

/** What the bars of a time line say, in words. */
export function PlanEntries({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useT()
  const day = useFormatDay()
  return (
    <ol className={styles.entries}>
      {entries.map(({ priceListId, priceListName, validFrom, validTo }) => (
        <li key={`${validFrom} ${priceListId}`}>
          <span>{priceListName}</span>
          <span>
            {validTo === null
              ? t('rate_plans.days.open', { from: day(validFrom) })
              : t('rate_plans.days.span', { from: day(validFrom), to: day(validTo) })}
          </span>
        </li>
      ))}
    </ol>
  )
}
