import type { Deps } from '../../deps.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { type LeasedWork, retryAt, startLeasedWork } from '../../platform/jobs/leased-work.ts'
import { createTurns } from '../../platform/turns.ts'
import { findWorkedOut } from './month-cost-queries.ts'
import { refreshMonthCosts } from './refresh-month-costs.ts'
import { repriceLocation } from './reprice-location.ts'
import {
  beginRepricing,
  type DueRepricing,
  deleteRepricingDue,
  endRepricingLeases,
  extendLeases,
  isRepricingCancelled,
  postponeRepricing,
  type TakenRepricing,
  takeDueRepricings,
} from './repricing-due-queries.ts'

type Needed = Pick<Deps, 'db' | 'jobs' | 'calculator' | 'clock' | 'log'>

/** Prices again what changes of prices touch: those of this process at once, and what a dead one has left. */
export async function startRepricings(deps: Needed): Promise<LeasedWork> {
  const { db, clock, jobs } = deps
  const closing = new AbortController()
  /** Two years of one location are in memory at once; changes that are under way take turns with their locations. */
  const takeTurn = createTurns(1)
  if (db.kind === 'embedded') await endRepricingLeases(db, clock.now())

  function start({
    id,
    key,
    total,
    changed_by: createdBy,
    location_id: locationId,
    repriced_ids,
  }: TakenRepricing) {
    // Changes of the same thing in their order, and one of each person at a time.
    const same = repriced_ids?.map((one) => `location ${one}`) ?? [key]
    const takesTurns = [`by ${createdBy}`, ...same]
    const job = { kind: 'repricing', total, createdBy, locationId, takesTurns }
    return jobs.run(job, (progress) => carryOut(id, progress))
  }

  async function carryOut(id: number, progress: JobProgress): Promise<void> {
    const due = await beginRepricing(progress.db, id)
    if (!due) return
    try {
      await progress.report({ done: due.done })
      if (await repriceAll(due, progress)) await deleteRepricingDue(progress.db, id)
    } catch (error) {
      await noteFailure(due, progress.id)
      throw error
    }
  }

  /** False if another process is at it. */
  async function repriceAll(due: DueRepricing, progress: JobProgress): Promise<boolean> {
    const { location_ids: locationIds, done } = due
    for (const [place, locationId] of locationIds.entries()) {
      if (place < done) continue
      const isOurs = await takeTurn(() => {
        closing.signal.throwIfAborted()
        return repriceLocation(deps, progress.db, locationId, { due, place })
      })
      if (!isOurs) return false
      await progress.report({ done: place + 1 })
    }
    // What lists of many locations show follows at once.
    await refreshMonthCosts(deps, progress.db, await findWorkedOut(progress.db, locationIds), {
      now: clock.now(),
      userId: due.change.changedBy,
      onDone: async () => {
        closing.signal.throwIfAborted()
        await progress.report({})
      },
    })
    return true
  }

  async function noteFailure({ id, failures }: DueRepricing, jobId: number): Promise<void> {
    const now = clock.now()
    if (closing.signal.aborted) await postponeRepricing(db, id, { until: now, failures })
    else if (await isRepricingCancelled(db, jobId)) await deleteRepricingDue(db, id)
    else await postponeRepricing(db, id, { until: retryAt(failures, now), failures: failures + 1 })
  }

  return startLeasedWork(
    deps,
    {
      name: 'repricings',
      take: (own, lease) => takeDueRepricings(db, own, lease),
      extend: (own, leasedUntil) => extendLeases(db, own, leasedUntil),
      start,
    },
    closing,
  )
}
