import { Skeleton } from '../../shared/states/page-states.tsx'
import { useLargeScreen } from '../../shared/use-large-screen.ts'
import styles from './charts.module.css'

/** Totals, toolbar and chart before anything is loaded. */
export function ChartsSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy>
      <Skeleton height={92} radius={10} />
      <Skeleton height={38} radius={10} />
      <Skeleton height={useLargeScreen() ? 600 : 440} radius={16} />
    </div>
  )
}
