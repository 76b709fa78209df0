import { useLingui } from '@lingui/react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { getDateFormat } from '../../../shared/charts/date-format.ts'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import styles from './data-page.module.css'
import { DataPanel } from './data-panel.tsx'
import { classifyDay, type DayState, dayStates, formatQualityCsv, placeDays } from './day-quality.ts'
import qualityStyles from './quality-panel.module.css'
import { QualityTable } from './quality-table.tsx'
import type { DataPanelProps, ReadingsSummary } from './summarise-readings.ts'

/** The quality of the figures above: one square per day, and problems if there are any. */
export function QualityPanel({ summary, eimm, soFar }: DataPanelProps) {
  const t = useT()
  const format = useFormat()
  const { days, quality } = summary
  const states = useMemo(
    () => days.map((day, at) => classifyDay(day, findPart(summary, at))),
    [days, summary],
  )
  const counts = (state: DayState) => states.filter((one) => one === state).length
  const shown = dayStates.filter((state) => counts(state) > 0)
  const corrected = days.filter(({ version }) => (version ?? 1) > 1).length
  const parts = (['missing', 'estimated', 'suspect', 'corrected'] as const).flatMap((part) => {
    const count = part === 'corrected' ? corrected : quality[part]
    return count > 0 ? [t(`portal.quality.${part}`, { count })] : []
  })
  return (
    <DataPanel
      heading={t('portal.quality.heading')}
      lead={t('portal.quality.lead')}
      soFar={soFar}
      csv={() => formatQualityCsv(days)}
      fileParts={[eimm, 'quality', days[0]?.day ?? '', days.at(-1)?.day ?? '']}
      table={<QualityTable days={days} states={states} />}
      picture={
        <>
          <Calendar days={days} states={states} />
          <ul className={qualityStyles.legend}>
            {shown.map((state) => (
              <li key={state}>
                <span className={qualityStyles.day} data-state={state} aria-hidden />
                {t(`portal.quality.state.${state}`)} <strong>{format.number(counts(state))}</strong>
              </li>
            ))}
          </ul>
        </>
      }
    >
      {(isTable) =>
        (parts.length > 0 || !isTable) && (
          <p className={styles.readout}>
            {parts.length > 0 ? parts.join(' · ') : t('portal.quality.all_whole')}
          </p>
        )
      }
    </DataPanel>
  )
}

/** Before the first and after the last reading nothing is missing. */
function findPart({ days, known }: ReadingsSummary, at: number): 'before' | 'within' | 'after' {
  if (known === null) return 'before'
  const first = days.findIndex(({ present }) => present > 0)
  const last = days.findLastIndex(({ present }) => present > 0)
  return at < first ? 'before' : at >= last && days[at]!.present < days[at]!.intervals ? 'after' : 'within'
}

/** Weeks from left to right, Monday on top. */
function Calendar({ days, states }: { days: ReadingsSummary['days']; states: readonly DayState[] }) {
  const t = useT()
  const { i18n } = useLingui()
  const tag = formatTag(i18n.locale)
  const placed = useMemo(() => placeDays(days), [days])
  const frame = useRef<HTMLElement>(null)
  // If not all weeks fit, the latest are visible first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days are the occasion
  useLayoutEffect(() => {
    frame.current!.scrollLeft = frame.current!.scrollWidth
  }, [days])
  const date = getDateFormat(tag, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const month = getDateFormat(tag, { timeZone: 'UTC', month: 'short' })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a row of weeks that is wider than the window is scrolled by keyboard
    <section ref={frame} className={styles.scroll} tabIndex={0} aria-label={t('portal.quality.calendar')}>
      <div className={qualityStyles.calendar} aria-hidden>
        {placed.map(({ week, weekday, isMonthStart }, at) => {
          const { day } = days[at]!
          return (
            <span
              key={day}
              className={qualityStyles.day}
              data-state={states[at]}
              data-tooltip={`${date.format(Date.parse(day))}: ${t(`portal.quality.state.${states[at]!}`)}`}
              style={{ gridColumn: week + 1, gridRow: weekday + 1 }}
            >
              {isMonthStart && <i>{month.format(Date.parse(day))}</i>}
            </span>
          )
        })}
      </div>
    </section>
  )
}
