import { setTimeout as sleep } from 'node:timers/promises'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { type LeasedWork, retryAt, startLeasedWork } from '../../platform/jobs/leased-work.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { cancelBulkChange } from './bulk-change-queries.ts'
import { countEnded, findWaitingPositions } from './bulk-item-queries.ts'
import {
  beginBulkChange,
  endBulkChange,
  endBulkLeases,
  extendBulkLeases,
  isJobStopped,
  postponeBulkChange,
  type TakenChange,
  takeBulkChanges,
} from './bulk-run-queries.ts'
import { carryOutAll } from './carry-out-all.ts'
import { carryOutItem } from './carry-out-item.ts'
import { settleSent } from './settle-queries.ts'

type Needed = Pick<PlatformDeps, 'db' | 'jobs' | 'clock' | 'log'>

const answerEveryMs = 500

/** Changes of many locations: those of this process at once, and what a dead one has left where it was. */
export async function startBulkChanges(deps: Needed): Promise<LeasedWork> {
  const { db, clock, log, jobs } = deps
  const closing = new AbortController()
  if (db.kind === 'embedded') await endBulkLeases(db, clock.now())

  async function start(change: TakenChange) {
    if (change.is_stopped) await cancel(change.id)
    const { created_by: createdBy, company_id: companyId, location_group_id: groupId, total } = change
    const job = {
      ...{ kind: 'bulk_change', total, companyId, createdBy },
      detail: { change: change.id, action: change.wish.action },
      takesTurns: [`by ${createdBy} in ${groupId}`],
    }
    return jobs.run(job, (progress) => carryOut(change, progress))
  }

  async function carryOut(change: TakenChange, progress: JobProgress): Promise<void> {
    try {
      if (!(await beginBulkChange(progress.db, change.id, progress.id))) return
      await changeAll(change, progress)
      await awaitAnswers(change, progress)
      await endBulkChange(progress.db, change.id, clock.now())
    } catch (error) {
      await noteFailure(change, progress.id)
      throw error
    }
  }

  async function changeAll(change: TakenChange, progress: JobProgress): Promise<void> {
    const onUnexpected = (error: unknown) =>
      log.error({ err: error, change: change.id }, 'a location could not be changed')
    if (await carryOutAll(progress.db, change, clock.now())) return
    let done = await countEnded(progress.db, change.id)
    for (;;) {
      const positions = await findWaitingPositions(progress.db, change.id)
      if (positions.length === 0) return
      for (const position of positions) {
        closing.signal.throwIfAborted()
        await carryOutItem(progress.db, change, position, { now: clock.now(), onUnexpected })
        done += 1
        await progress.report({ done })
      }
    }
  }

  /** What was sent is done only when its controller says so. */
  async function awaitAnswers(change: TakenChange, progress: JobProgress): Promise<void> {
    while ((await settleSent(progress.db, change, clock.now())) > 0) {
      await progress.report({ done: await countEnded(progress.db, change.id) })
      await sleep(answerEveryMs, undefined, { signal: closing.signal })
    }
  }

  const cancel = (id: number) =>
    db.transaction((tx) => cancelBulkChange(tx, id, { userId: null, now: clock.now() }))

  async function noteFailure({ id, failures }: TakenChange, jobId: number): Promise<void> {
    const now = clock.now()
    if (closing.signal.aborted) await postponeBulkChange(db, id, { until: now, failures })
    else if (await isJobStopped(db, jobId)) {
      await cancel(id)
      await postponeBulkChange(db, id, { until: now, failures })
    } else await postponeBulkChange(db, id, { until: retryAt(failures, now), failures: failures + 1 })
  }

  return startLeasedWork(
    deps,
    {
      name: 'bulk changes',
      take: (own, lease) => takeBulkChanges(db, own, lease),
      extend: (own, leasedUntil) => extendBulkLeases(db, own, leasedUntil),
      start,
    },
    closing,
  )
}
