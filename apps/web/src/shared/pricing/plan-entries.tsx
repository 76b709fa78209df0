import styles from './plan-timeline.module.css'
import type { TimelineEntry } from './plan-timeline.tsx'
import { useDaysText } from './use-days-text.ts'

/** What the bars of a time line say, in words. */
export function PlanEntries({ entries }: { entries: readonly TimelineEntry[] }) {
  const daysText = useDaysText()
  return (
    <ol className={styles.entries}>
      {entries.map(({ priceListId, priceListName, validFrom, validTo }) => (
        <li key={`${validFrom} ${priceListId}`}>
          <span>{priceListName}</span>
          <span>{daysText(validFrom, validTo)}</span>
        </li>
      ))}
    </ol>
  )
}
