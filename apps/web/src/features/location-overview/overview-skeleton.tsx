import { Skeleton } from '../../shared/states/page-states.tsx'
import styles from './location-overview.module.css'

/** The page's layout while loading, so that nothing jumps. */
export function OverviewSkeleton() {
  return (
    <div className={styles.page} aria-busy>
      <header className={styles.headline}>
        <Skeleton width={320} height={58} radius={10} />
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Skeleton height={520} radius={16} />
        </div>
        <div className={styles.column}>
          <Skeleton height={640} radius={16} />
        </div>
      </div>
    </div>
  )
}
