import { useLingui } from '@lingui/react'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { type DaySpan, findOverlaps, findPlanGaps } from '@ohmstead/domain/pricing/rate-plan'
import { dayAfter } from '@ohmstead/domain/time/days'
import { getDateFormat } from '../charts/date-format.ts'
import { formatTag } from '../i18n/locale.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './plan-timeline.module.css'
import { timelineTicks } from './timeline-ticks.ts'
import { useDaysText } from './use-days-text.ts'

export interface TimelineEntry extends RatePlanEntry {
  priceListName: string
}

/** The days that are drawn: a month before today and a year after it, and all entries within five years. */
export function timelineWindow(
  entries: readonly RatePlanEntry[],
  today: string,
): { from: string; to: string } {
  const [earliest, latest] = [dayAfter(today, -5 * 365), dayAfter(today, 5 * 365)]
  let from = dayAfter(today, -31)
  let to = dayAfter(today, 365)
  for (const { validFrom, validTo } of entries) {
    if (validFrom < from) from = validFrom > earliest ? validFrom : earliest
    if (validTo !== null && validTo > to) to = validTo < latest ? validTo : latest
    if (validFrom > to) to = validFrom < latest ? dayAfter(validFrom, 31) : latest
  }
  return { from, to }
}

/** Which list holds when: lists as bars, gaps hatched, days with two lists marked. Words say the same below. */
export function PlanTimeline({ entries, today }: { entries: readonly TimelineEntry[]; today: string }) {
  const t = useT()
  const { i18n } = useLingui()
  const daysText = useDaysText()
  const { from, to } = timelineWindow(entries, today)
  const [first, last] = [Date.parse(from), Date.parse(dayAfter(to))]
  const x = (day: string) => Math.max(0, Math.min(100, ((Date.parse(day) - first) / (last - first)) * 100))
  const place = ({ from: start, to: end }: DaySpan) => {
    const left = x(start)
    return { left: `${left}%`, width: `${(end === null ? 100 : x(dayAfter(end))) - left}%` }
  }
  const days = ({ from: start, to: end }: DaySpan) => daysText(start, end)
  const month = getDateFormat(formatTag(i18n.locale), { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const gaps = findPlanGaps(entries, today, to)
  const overlaps = findOverlaps(entries)
  const now = x(today)
  return (
    <div className={styles.timeline}>
      <div className={styles.drawing} aria-hidden>
        <p className={styles.now} style={{ left: `${now}%` }} data-end={now > 80 || undefined}>
          {t('rate_plans.today')}
        </p>
        <div className={styles.track}>
          {entries.map((entry) => {
            const span = { from: entry.validFrom, to: entry.validTo }
            return (
              <div
                key={`${entry.validFrom} ${entry.priceListId}`}
                className={styles.bar}
                style={place(span)}
                data-phase={phaseOf(entry, today)}
                data-open={entry.validTo === null || undefined}
                title={`${entry.priceListName}: ${days(span)}`}
              >
                <span>{entry.priceListName}</span>
              </div>
            )
          })}
          {overlaps.map((overlap) => (
            <div
              key={`${overlap.first} ${overlap.second}`}
              className={styles.overlap}
              style={place(overlap)}
            />
          ))}
          <div className={styles.today} style={{ left: `${now}%` }} />
        </div>
        <p className={styles.months}>
          {timelineTicks(from, to).map((day) => (
            <span key={day} style={{ left: `${x(day)}%` }} data-end={x(day) > 85 || undefined}>
              {month.format(Date.parse(day))}
            </span>
          ))}
        </p>
      </div>
      {gaps.length > 0 && (
        <p className={styles.note}>{t('rate_plans.gaps', { days: gaps.map(days).join('; ') })}</p>
      )}
    </div>
  )
}

function phaseOf({ validFrom, validTo }: TimelineEntry, today: string): 'past' | 'active' | 'later' {
  if (validFrom > today) return 'later'
  return validTo !== null && validTo < today ? 'past' : 'active'
}
