import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { type DaySpan, dayAfter, findGaps, findOverlaps, inOrder } from '@ohmstead/domain/pricing/rate-plan'
import { useId } from 'react'
import { useFormatDay } from '../i18n/use-format-day.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './plan-timeline.module.css'

export interface TimelineEntry extends RatePlanEntry {
  priceListName: string
}

const width = 1000
const height = 64

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
  const formatDay = useFormatDay()
  const id = useId()
  const { from, to } = timelineWindow(entries, today)
  const [first, last] = [Date.parse(from), Date.parse(dayAfter(to))]
  const x = (day: string) =>
    Math.max(0, Math.min(width, ((Date.parse(day) - first) / (last - first)) * width))
  const bar = ({ from: start, to: end }: DaySpan) => {
    const left = x(start)
    return { x: left, width: Math.max(2, (end === null ? width : x(dayAfter(end))) - left) }
  }
  const days = ({ from: start, to: end }: DaySpan) =>
    end === null
      ? t('rate_plans.days.open', { from: formatDay(start) })
      : t('rate_plans.days.span', { from: formatDay(start), to: formatDay(end) })
  const begin = inOrder(entries)[0]?.validFrom
  const gaps = begin === undefined ? [] : findGaps(entries, { from: begin, to })
  const overlaps = findOverlaps(entries)
  return (
    <div className={styles.timeline}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className={styles.drawing}
      >
        <defs>
          <pattern id={id} width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="10" className={styles.hatch} />
          </pattern>
        </defs>
        <rect x="0" y="12" width={width} height="40" fill={`url(#${id})`} />
        {entries.map((entry, place) => (
          <rect
            key={`${entry.validFrom} ${entry.priceListId}`}
            y="12"
            height="40"
            {...bar({ from: entry.validFrom, to: entry.validTo })}
            className={styles.bar}
            data-other={place % 2 === 1 || undefined}
          />
        ))}
        {overlaps.map((overlap) => (
          <rect
            key={`${overlap.first} ${overlap.second}`}
            y="12"
            height="40"
            {...bar(overlap)}
            className={styles.overlap}
          />
        ))}
        <line x1={x(today)} x2={x(today)} y1="4" y2="60" className={styles.today} />
      </svg>
      <p className={styles.edges}>
        <span>{formatDay(from)}</span>
        <span>{formatDay(to)}</span>
      </p>
      {gaps.length > 0 && (
        <p className={styles.note}>{t('rate_plans.gaps', { days: gaps.map(days).join('; ') })}</p>
      )}
    </div>
  )
}
