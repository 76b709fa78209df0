import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { findUncovered, type UncoveredSpan } from '@ohmstead/pricing/time-plan/find-uncovered'
import { type CellArea, slotsOfWeek, type WeekCells } from '@ohmstead/pricing/time-plan/week-cells'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { hoursText, joinRows, useRowNames } from './plan-text.ts'
import styles from './time-of-use.module.css'

/** The same hours of several days are one line. */
type Gap = Omit<UncoveredSpan, 'weekday'> & { weekdays: UncoveredSpan['weekday'][] }

/** Where no block holds, with a way to fill it. */
export function UncoveredPanel({
  plan,
  cells,
  brush,
  onShow,
  onPaint,
}: {
  plan: TimePlanView
  cells: WeekCells
  /** The chosen block. */
  brush: TimePlanBlock | undefined
  onShow: (gap: Gap) => void
  onPaint: (area: CellArea, blockId: number) => void
}) {
  const t = useT()
  const rowName = useRowNames()
  const gaps = joinDays(findUncovered({ ...plan, slots: slotsOfWeek(cells) }))
  if (gaps.length === 0)
    return (
      <p className={styles.covered}>
        <IconCircleCheck size={18} stroke={1.6} aria-hidden />
        {t('time_of_use.uncovered.none')}
      </p>
    )
  return (
    <Panel heading={t('time_of_use.uncovered.heading')} lead={t('time_of_use.uncovered.lead')}>
      <ul className={styles.rows}>
        {gaps.map((gap) => {
          const season = plan.seasons.find(({ id }) => id === gap.seasonId)?.title ?? ''
          const where = `${joinRows(gap.weekdays, rowName)} ${hoursText(gap.fromMinute, gap.toMinute)}`
          const area = {
            type: gap.type,
            seasonId: gap.seasonId,
            weekdays: gap.weekdays,
            from: gap.fromMinute / 15,
            to: gap.toMinute / 15,
          }
          return (
            <li key={`${gap.type}/${gap.seasonId}/${where}`} className={styles.row}>
              <IconAlertTriangle className={styles.warningIcon} size={18} stroke={1.6} aria-hidden />
              <div className={styles.what}>
                <h3>{where}</h3>
                <p className={styles.soft}>
                  {season} · {t(`time_of_use.type.${gap.type}`)}
                </p>
              </div>
              <div className={styles.actions}>
                <Button size="small" variant="quiet" onClick={() => onShow(gap)}>
                  {t('time_of_use.uncovered.show')}
                </Button>
                {brush && brush.type === gap.type && (
                  <Button size="small" onClick={() => onPaint(area, brush.id)}>
                    {t('time_of_use.uncovered.fill', { title: brush.title })}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function joinDays(spans: readonly UncoveredSpan[]): Gap[] {
  const gaps = new Map<string, Gap>()
  for (const { weekday, ...span } of spans) {
    const key = `${span.type}/${span.seasonId}/${span.fromMinute}/${span.toMinute}`
    const gap = gaps.get(key)
    if (gap) gap.weekdays.push(weekday)
    else gaps.set(key, { ...span, weekdays: [weekday] })
  }
  return [...gaps.values()]
}
