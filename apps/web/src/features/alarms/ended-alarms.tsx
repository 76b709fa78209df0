import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { AlarmList } from './alarm-list.tsx'
import { filterAlarms, listEndedAlarms } from './filter-alarms.ts'
import styles from './notifications-modal.module.css'
import { alarmsQuery } from './use-alarms.ts'

interface Props {
  search: string
  type: AlarmType | null
  onFollow: () => void
}

/** Ended alarms, below the open ones: folded, and fetched when unfolded. */
export function EndedAlarms({ search, type, onFollow }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    ...alarmsQuery(useRouteIds(), 'ended'),
    enabled: isOpen,
    staleTime: 0,
  })
  const found = filterAlarms(listEndedAlarms(data ?? []), search, type)
  return (
    <details
      className={styles.ended}
      onToggle={(event) => {
        // Also shown by the folded content.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      <summary>{t('alarms.modal.ended')}</summary>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={64} radius={10} />}
      {data && found.length === 0 && <p className={styles.count}>{t('alarms.modal.ended_none')}</p>}
      <AlarmList found={found} onFollow={onFollow} />
    </details>
  )
}
