import { setTimeout as sleep } from 'node:timers/promises'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
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

export interface BulkChanges {
  /** Looks for changes that nobody is at; resolves when they have begun. */
  begin(): Promise<void>
  /** Resolves when this process is at none. */
  settled(): Promise<void>
  close(): Promise<void>
}

const lookEveryMs = 15_000
/** After that another process goes on with what a dead one was at. */
const leaseMs = 60_000
const answerEveryMs = 500
const retryMinutes = [1, 5, 15, 30, 60]

/** Changes of many locations: those of this process at once, and what a dead one has left where it was. */
export async function startBulkChanges(deps: Needed): Promise<BulkChanges> {
  const { db, clock, log, jobs } = deps
  const closing = new AbortController()
  /** What this process is at, by the id of the change. */
  const own = new Map<number, Promise<void>>()
  if (db.kind === 'embedded') await endBulkLeases(db, clock.now())

  async function takeDue(): Promise<void> {
    const now = clock.now()
    const taken = await takeBulkChanges(db, [...own.keys()], { now, leasedUntil: now + leaseMs })
    for (const change of taken) {
      if (change.is_stopped) await cancel(change.id)
      const { created_by: createdBy, company_id: companyId, location_group_id: groupId, total } = change
      const start = {
        ...{ kind: 'bulk_change', total, companyId, createdBy },
        detail: { change: change.id, action: change.wish.action },
        takesTurns: [`by ${createdBy} in ${groupId}`],
      }
      const { finished } = await jobs.run(start, (progress) => carryOut(change, progress))
      const ended = finished.then(() => void own.delete(change.id))
      own.set(change.id, ended)
    }
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
    } else {
      const minutes = retryMinutes[Math.min(failures, retryMinutes.length - 1)]!
      await postponeBulkChange(db, id, { until: now + minutes * 60_000, failures: failures + 1 })
    }
  }

  let looking: Promise<void> = Promise.resolve()

  function begin(): Promise<void> {
    looking = looking.then(async () => {
      if (closing.signal.aborted) return
      await takeDue().catch((error) => log.error({ err: error }, 'bulk changes could not be begun'))
    })
    return looking
  }

  const look = async () => {
    await extendBulkLeases(db, [...own.keys()], clock.now() + leaseMs).catch((error) =>
      log.warn({ err: error }, 'leases not extended'),
    )
    await begin()
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  void begin()
  return {
    begin,
    settled: async () => {
      await looking
      await Promise.all(own.values())
    },
    close: async () => {
      clearInterval(timer)
      closing.abort()
      await looking
      await Promise.all(own.values())
    },
  }
}
