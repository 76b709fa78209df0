import type { Db } from '../../platform/db/db.ts'
import { assignBundles } from './assign-bundles.ts'
import { closeBundle, fillSums } from './close-bundle.ts'
import { findBundles } from './energy-bundle-queries.ts'

const bundlesAtOnce = 200
/** How many days of bundles that have none are summed up in one run, beside which new hours wait. */
const daysToFill = 1000

export interface Closed {
  /** How many days of how many locations were summed up. */
  days: number
  /** Older days of bundles are still missing. */
  isMore: boolean
}

/**
 * Sums up the hours and local days that have ended since the last run, bundle by bundle, in small transactions. Writers
 * lower the mark again if late readings change something, so running this often keeps all but the last hours summed up.
 * Several processes share the work: a bundle that one of them has in hand is left to it.
 */
export async function closeDays(
  db: Db,
  now: number,
  isCancelled: () => boolean = () => false,
): Promise<Closed> {
  const jobs = db.at('job')
  await assignBundles(jobs)
  let days = 0
  let left = daysToFill
  await forEachBundle(jobs, isCancelled, async (bundle) => {
    days += await closeBundle(jobs, bundle, now, isCancelled)
  })
  await forEachBundle(jobs, isCancelled, async (bundle) => {
    if (left > 0) left -= await fillSums(jobs, bundle, left, isCancelled)
  })
  return { days, isMore: left <= 0 }
}

type Work = (bundle: Awaited<ReturnType<typeof findBundles>>[number]) => Promise<void>

/** Two at a time, so that the database works while this process adds up; the embedded one has one connection. */
async function forEachBundle(db: Db, isCancelled: () => boolean, work: Work): Promise<void> {
  for (let after = 0; ; ) {
    const bundles = await findBundles(db, bundlesAtOnce, after)
    if (bundles.length === 0) return
    after = bundles.at(-1)!.id
    const waiting = bundles.values()
    const lane = async () => {
      for (const bundle of waiting) {
        if (isCancelled()) return
        await work(bundle)
      }
    }
    await Promise.all(db.kind === 'postgres' ? [lane(), lane()] : [lane()])
    if (isCancelled()) return
  }
}
