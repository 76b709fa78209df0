import type { Deps } from '../../deps.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
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
  takeDueRepricings,
} from './repricing-due-queries.ts'
import type { Repricings } from './repricings.ts'

type Needed = Pick<Deps, 'db' | 'jobs' | 'calculator' | 'clock' | 'log'>

const lookEveryMs = 15_000
/** After that another process goes on with what a dead one was at. */
const leaseMs = 60_000
const retryMinutes = [1, 5, 15, 30, 60]

/** Prices again what changes of prices touch: those of this process at once, and what a dead one has left. */
export async function startRepricings(deps: Needed): Promise<Repricings> {
  const { db, clock, log, jobs } = deps
  const closing = new AbortController()
  /** What this process is at, by the id of the change. */
  const own = new Map<number, Promise<void>>()
  /** Two years of one location are in memory at once; changes that are under way take turns with their locations. */
  const takeTurn = createTurns(1)
  if (db.kind === 'embedded') await endRepricingLeases(db, clock.now())

  async function takeDue(): Promise<void> {
    const now = clock.now()
    const taken = await takeDueRepricings(db, [...own.keys()], { now, leasedUntil: now + leaseMs })
    for (const { id, key, total, changed_by: createdBy, location_id: locationId, repriced_ids } of taken) {
      // Changes of the same thing in their order, and one of each person at a time.
      const same = repriced_ids?.map((one) => `location ${one}`) ?? [key]
      const takesTurns = [`by ${createdBy}`, ...same]
      const start = { kind: 'repricing', total, createdBy, locationId, takesTurns }
      const { finished } = await jobs.run(start, (progress) => carryOut(id, progress))
      own.set(
        id,
        finished.then(() => void own.delete(id)),
      )
    }
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
    else {
      const minutes = retryMinutes[Math.min(failures, retryMinutes.length - 1)]!
      await postponeRepricing(db, id, { until: now + minutes * 60_000, failures: failures + 1 })
    }
  }

  let looking: Promise<void> = Promise.resolve()

  function begin(): Promise<void> {
    looking = looking.then(async () => {
      if (closing.signal.aborted) return
      await takeDue().catch((error) => log.error({ err: error }, 'prices could not be worked out again'))
    })
    return looking
  }

  const look = async () => {
    await extendLeases(db, [...own.keys()], clock.now() + leaseMs).catch((error) =>
      log.warn({ err: error }, 'leases not extended'),
    )
    await begin()
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  void begin()
  return {
    begin,
    close: async () => {
      clearInterval(timer)
      closing.abort()
      await looking
      await Promise.all(own.values())
    },
  }
}
