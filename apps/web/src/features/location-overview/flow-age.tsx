import type { ReactNode } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { LiveConnection } from '../../shared/live/live-source.ts'
import type { FlowView } from '../../shared/power-flow/use-flow-readings.ts'
import { useCloudReachable } from '../../shared/use-cloud-reachable.ts'
import { useNow } from '../../shared/use-now.ts'
import styles from './location-overview.module.css'

/** Up to this age a reading needs no remark. */
const freshMs = 60_000
/** In the latest view a minute's values may wait for the next minute's request. */
const freshLatestMs = 150_000
/** From this age on nobody should mistake it for the present. */
const staleMs = 5 * 60_000

interface Props {
  ts: number | null
  view: FlowView
  connection: LiveConnection
  isOffline: boolean
  children: (isCurrent: boolean) => ReactNode
}

/** The age of the shown values, once it matters; the dots stand still when they are old. */
export function FlowAge({ ts, view, connection, isOffline, children }: Props) {
  const t = useT()
  const format = useFormat()
  const nowMs = useNow(1000)
  const ageMs = ts === null ? null : nowMs - ts
  const isReachable = useCloudReachable()
  const isLost = !isReachable || connection === 'lost' || connection === 'silent'
  const isCurrent = ageMs !== null && ageMs < staleMs && !isLost
  const isFresh = ageMs !== null && ageMs < (view === 'realtime' ? freshMs : freshLatestMs)
  const age =
    ageMs === null
      ? t('location_overview.flow.never')
      : t('location_overview.flow.age', { age: format.ago(ageMs) })
  return (
    <>
      <p className={styles.age} data-live={isFresh && !isLost ? view : undefined}>
        <span className={styles.pulse} aria-hidden />
        {isLost
          ? `${t('location_overview.flow.lost')} ${age}`
          : isFresh && view === 'realtime'
            ? t('location_overview.flow.now')
            : isFresh && view === 'latest'
              ? t('location_overview.view.latest_hint')
              : age}
      </p>
      {isOffline && !isCurrent && <p className={styles.offline}>{t('location_overview.flow.offline')}</p>}
      {children(isCurrent)}
    </>
  )
}
