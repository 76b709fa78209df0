import type { RollOutView } from '@ohmstead/contract/updates-roll-outs'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { RollOutProgress } from './roll-out-progress.tsx'
import styles from './updates.module.css'

export function RollOutList({ rollOuts }: { rollOuts: readonly RollOutView[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {rollOuts.map((rollOut) => (
        <li key={rollOut.id}>
          <Link className={styles.rollOut} to={paths.rollOut(rollOut.id)}>
            <span className={styles.title}>
              <strong>{rollOut.name}</strong>
              <span className={styles.badge} data-state={rollOut.state}>
                {t(`updates.roll_out_state.${rollOut.state}`)}
              </span>
            </span>
            <span className={styles.soft}>
              {[
                t('updates.installed_version', { version: rollOut.image.version }),
                rollOut.company?.name ?? t('updates.form.all_companies'),
                format.dateTime(rollOut.created_at),
              ].join(' · ')}
            </span>
            <RollOutProgress rollOut={rollOut} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
