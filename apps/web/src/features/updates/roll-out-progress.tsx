import type { RollOutView } from '@ohmstead/contract/updates-roll-outs'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './updates.module.css'

const shown = ['installed', 'failed', 'in_progress', 'requested', 'waiting', 'cancelled'] as const

/** How many are in which state, as a bar of its parts and in numbers. */
export function RollOutProgress({ rollOut: { counts, stages, stage, state } }: { rollOut: RollOutView }) {
  const t = useT()
  const format = useFormat()
  return (
    <span className={styles.progress}>
      <span className={styles.bar} aria-hidden>
        {shown
          .filter((key) => counts[key] > 0)
          .map((key) => (
            <span key={key} data-state={key} style={{ flex: counts[key] }} />
          ))}
      </span>
      <span className={styles.counts}>
        {state !== 'done' && state !== 'cancelled' && stages.length > 1 && (
          <span>
            {t('updates.stage', { stage: Math.min(stage + 1, stages.length), total: stages.length })}
          </span>
        )}
        {shown
          .filter((key) => counts[key] > 0)
          .map((key) => (
            <span key={key} className={styles.count}>
              <i data-state={key} aria-hidden />
              {t(`updates.state.${key}`)} {format.number(counts[key])}
            </span>
          ))}
      </span>
    </span>
  )
}
