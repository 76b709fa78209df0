import type { AlarmCountView } from '@ohmstead/contract/alarms'
import type { AlarmsEvent } from '@ohmstead/contract/live-events'
import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { alarmCountsQuery } from '../../shared/alarm-counts-query.ts'
import { useLiveMessages } from '../../shared/live/use-live.ts'
import { hasSeveralPlaces, sumTreeAlarms, type TreeAlarms } from './tree-alarms.ts'

/** The open alarms of the tree's places. A failed fetch keeps the known ones: the tree works without it. */
export function useTreeAlarms(
  nodes: readonly MenuNodeView[],
  companyId: number | null,
): ReadonlyMap<string, TreeAlarms> {
  const queryClient = useQueryClient()
  const options = alarmCountsQuery(companyId)
  const { data: counts } = useQuery({ ...options, enabled: hasSeveralPlaces(nodes) })
  // On the page of a group live events cover all places, else the watched location: the others wait for the next fetch.
  useLiveMessages(
    useCallback(
      (message) => {
        if (message.name !== 'alarms') return
        queryClient.setQueryData(
          alarmCountsQuery(companyId).queryKey,
          (known) => known && applyAlarmsEvent(known, message.data),
        )
      },
      [queryClient, companyId],
    ),
  )
  return useMemo(() => sumTreeAlarms(nodes, counts ?? []), [nodes, counts])
}

/** The company of a location that had no alarm until now is unknown: only companies without a tree are summed by it. */
function applyAlarmsEvent(
  counts: readonly AlarmCountView[],
  { location_id, count, unseen }: AlarmsEvent,
): AlarmCountView[] {
  const others = counts.filter((known) => known.location_id !== location_id)
  if (count === 0) return others
  const company_id = counts.find((known) => known.location_id === location_id)?.company_id ?? 0
  return [...others, { location_id, company_id, open: count, unseen }]
}
