import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { cellsPerDay, type DayStretch } from '@ohmstead/pricing/time-plan/week-cells'
import { useT } from '../../shared/i18n/use-t.ts'
import { hoursText, inkOn } from './plan-text.ts'
import styles from './week-grid.module.css'

/** A day of the grid: its stretches with their blocks, and what is selected of it. */
export function DayColumn({
  name,
  stretches,
  blocks,
  selected,
  ink,
}: {
  name: string
  stretches: readonly DayStretch[]
  blocks: readonly TimePlanBlock[]
  /** Quarter-hours, half-open. */
  selected: { from: number; to: number } | null
  /** The colour in which they are about to be painted. */
  ink: string | undefined
}) {
  const t = useT()
  const share = (minutes: number) => `${(minutes / 1440) * 100}%`
  return (
    <div className={styles.day}>
      <span className="visually-hidden">{name}</span>
      {stretches.map(({ blockId, fromMinute, toMinute }) => {
        const at = blocks.findIndex(({ id }) => id === blockId)
        const block = blocks[at]
        return (
          <div
            key={fromMinute}
            className={`${styles.stretch} ${block ? '' : styles.open}`}
            style={{
              top: share(fromMinute),
              height: share(toMinute - fromMinute),
              ...(block && { background: block.color, color: inkOn(block.color) }),
            }}
          >
            <span className="visually-hidden">
              {hoursText(fromMinute, toMinute)} {block?.title ?? t('time_of_use.week.nothing')}
            </span>
            {block && toMinute - fromMinute >= 60 && (
              <span className={styles.title} aria-hidden>
                <b>{at + 1}</b>
                <span>{block.title}</span>
              </span>
            )}
          </div>
        )
      })}
      {selected && (
        <div
          className={styles.selected}
          style={{
            top: `${(selected.from / cellsPerDay) * 100}%`,
            height: `${((selected.to - selected.from) / cellsPerDay) * 100}%`,
            background: ink,
          }}
        />
      )}
    </div>
  )
}
