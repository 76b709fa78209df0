import { dayAt } from '@ohmstead/domain/time/days'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { calculateInstantRange } from '../../shared/charts/chart-period.ts'

/** Today's energies of a location in quarter-hours, from local midnight to local midnight. */
export function todayQuery(locationId: number, timeZone: string, nowMs: number) {
  const today = dayAt(nowMs, timeZone)
  const { fromMs, toMs } = calculateInstantRange({ firstDay: today, lastDay: today }, timeZone)
  return queryOptions({
    queryKey: ['location', locationId, 'energy', fromMs, toMs, 900],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/data/energy', {
        params: { locationId },
        query: { from: fromMs, to: toMs, interval: 900 },
        signal,
      }),
    refetchInterval: 60_000,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}
