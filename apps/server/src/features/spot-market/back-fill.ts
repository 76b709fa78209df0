import { setTimeout as sleep } from 'node:timers/promises'
import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter } from '@ohmstead/domain/time/days'
import { listMarketDays, marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import { JobFailed, type JobProgress } from '../../platform/jobs/jobs.ts'
import { type ReadDeps, readSpotDays } from './read-spot-days.ts'
import type { BackFill } from './running-spot-market.ts'
import { findOpenDays } from './spot-day-queries.ts'

const windowDays = 92
const tries = 6
const firstWaitMs = 2_000
const longestWaitMs = 600_000

/** Reads the days of a zone, the newest first; waits for a busy source, and gives up on one that stays away. */
export async function backFill(
  deps: ReadDeps,
  { region, fromDay, toDay }: BackFill,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<void> {
  const zone = findBiddingZone(region)!
  const days = listMarketDays(fromDay, toDay, marketZoneOf(zone)).map(({ day }) => day)
  for (let last = toDay; last >= fromDay; last = dayAfter(last, -windowDays)) {
    const first = [fromDay, dayAfter(last, 1 - windowDays)].sort()[1]!
    await readWindow({ fromDay: first, toDay: last })
    await progress.report({ done: days.filter((day) => day >= first).length, total: days.length })
  }
  const missing = (await findOpenDays(progress.db, region, days)).length
  await progress.report({ detail: { missing } })

  async function readWindow(window: { fromDay: string; toDay: string }): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const reading = await readSpotDays({ ...deps, db: progress.db }, zone, window, signal)
      if (!reading.isAsked) throw new JobFailed('spot_no_source')
      if (reading.isAnswered) return
      if (attempt === tries) throw new JobFailed(reading.lastFailure?.code ?? 'spot_unavailable')
      const waitMs = Math.max(reading.waitMs, firstWaitMs * 2 ** (attempt - 1))
      if (waitMs > longestWaitMs) throw new JobFailed('spot_busy')
      for (let waited = 0; waited < waitMs; waited += 1_000) {
        await sleep(Math.min(1_000, waitMs - waited), undefined, { signal })
        await progress.report({})
      }
    }
  }
}
