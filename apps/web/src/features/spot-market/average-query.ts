import { dayAfter } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import { explainAverage } from '@ohmstead/pricing/explain-average'
import { decodeWorld } from '@ohmstead/pricing/wire/pricing-world-wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const days = 30

/** The own mean price of the 30 days up to one, explained; null if nothing was used or no price is known. */
export const averageQuery = (locationId: number, lastDay: string) =>
  queryOptions({
    queryKey: ['spot-average', locationId, lastDay],
    queryFn: async ({ signal }) => {
      const from = dayAfter(lastDay, 1 - days)
      const answer = await call('GET /locations/:locationId/pricing/world', {
        params: { locationId },
        query: { from, to: lastDay },
        signal,
      })
      const world = decodeWorld(answer.world)
      const [fromMs, toMs] = [from, dayAfter(lastDay, 1)].map((day) =>
        localMidnightMs(day, world.timeZone),
      ) as [number, number]
      return explainAverage(world, buildSeries(answer.energies), fromMs, toMs)
    },
    staleTime: 3_600_000,
  })
