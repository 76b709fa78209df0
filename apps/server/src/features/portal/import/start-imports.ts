import { JobFailed, type JobProgress } from '../../../platform/jobs/jobs.ts'
import { retryAt } from '../../../platform/jobs/leased-work.ts'
import { addDays, localDay } from '../client/portal-dates.ts'
import { PortalError } from '../client/portal-error.ts'
import { checkCredential } from '../credentials/check-credential.ts'
import { findUncheckedCredentials } from '../credentials/credential-queries.ts'
import { deleteOldProofs, findFirstOpenDay } from '../readings/quarter-hour-queries.ts'
import { type ImportDeps, importReadings, leaseMs } from './import-readings.ts'
import type { Imports } from './imports.ts'
import { nextUpdateAt } from './next-update.ts'
import {
  claimImport,
  deleteImport,
  endLeases,
  findDueUpdates,
  isCancelRequested,
  type PortalImport,
  postponeImport,
  setDeviceJob,
  setImportOutcome,
  wantImport,
} from './portal-import-queries.ts'

const lookEveryMs = 15_000
/** Concurrent imports of one process; they share the portal's pace. */
const atOnce = 4
/** How far back to look for corrections each night. */
const correctionDays = 35
const checkAgainMs = 600_000
/** How long a replaced version is kept as proof of an old calculation. */
const keepVersionsMs = 5 * 366 * 86_400_000

/** Runs queued imports from the portal, and every morning new and corrected readings; resumes after a dead process. */
export async function startImports(deps: ImportDeps): Promise<Imports> {
  const { db, clock, log, jobs } = deps
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  if (db.kind === 'embedded') await endLeases(db)

  /** Starts a due import, that of a device or any; undefined if there is none. */
  async function begin(deviceId: number | null) {
    const now = clock.now()
    const wanted = await claimImport(db, { now, leasedUntil: now + leaseMs, deviceId })
    if (!wanted) return undefined
    const { device_id, eimm, user_id } = wanted
    const start = { kind: 'portal_import', detail: { device_id, eimm }, createdBy: user_id }
    const job = await jobs.run(start, (progress) => carryOut(wanted, progress))
    await setDeviceJob(db, device_id, job.id)
    return job
  }

  async function carryOut(wanted: PortalImport, progress: JobProgress): Promise<void> {
    const deviceId = wanted.device_id
    try {
      await importReadings(deps, wanted, progress, closing.signal)
      const now = clock.now()
      const yesterday = addDays(localDay(now), -1)
      const isYesterdayOpen = (await findFirstOpenDay(db, deviceId, yesterday, yesterday)) !== null
      await db.transaction(async (tx) => {
        await deleteImport(tx, deviceId)
        await deleteOldProofs(tx, deviceId, now - keepVersionsMs)
        await setImportOutcome(tx, deviceId, {
          error: null,
          endedAt: now,
          nextUpdateAt: nextUpdateAt(now, deviceId, isYesterdayOpen),
        })
      })
    } catch (error) {
      await noteFailure(wanted, progress.id, error)
      throw error instanceof PortalError ? new JobFailed(error.code) : error
    }
  }

  async function noteFailure(wanted: PortalImport, jobId: number, error: unknown): Promise<void> {
    const { device_id: deviceId, attempts } = wanted
    const now = clock.now()
    if (error instanceof JobFailed) return
    if (closing.signal.aborted) {
      await postponeImport(db, deviceId, { tryAt: now, attempts })
      return
    }
    const code = error instanceof PortalError ? error.code : null
    const isCancelled = code === null && (await isCancelRequested(db, jobId))
    if (
      isCancelled ||
      code === 'portal_token_rejected' ||
      code === 'portal_token_unreadable' ||
      code === 'portal_unknown_point'
    ) {
      // Retrying would not help; the imported part stays, and the state says that it is partial.
      await db.transaction(async (tx) => {
        await deleteImport(tx, deviceId)
        await setImportOutcome(tx, deviceId, {
          error: isCancelled ? 'import_cancelled' : code,
          endedAt: null,
          nextUpdateAt: nextUpdateAt(now, deviceId, false),
        })
      })
      return
    }
    const tryAt = retryAt(attempts, now)
    await postponeImport(db, deviceId, { tryAt, attempts: attempts + 1 })
    await setImportOutcome(db, deviceId, {
      error: code ?? 'unexpected',
      endedAt: null,
      nextUpdateAt: null,
    })
    if (error instanceof PortalError)
      log.warn(
        {
          device: deviceId,
          status: error.status,
          explanation: error.explanation,
          minutes: (tryAt - now) / 60_000,
        },
        'import waits for the portal',
      )
  }

  async function wantUpdates(): Promise<void> {
    const now = clock.now()
    const toDay = localDay(now)
    const fromDay = addDays(toDay, -correctionDays)
    for (const deviceId of await findDueUpdates(db, now, 500)) {
      const openDay = (await findFirstOpenDay(db, deviceId, fromDay, addDays(toDay, -1))) ?? toDay
      await wantImport(db, deviceId, { fromDay, openDay, toDay }, now)
    }
  }

  async function checkCredentials(): Promise<void> {
    for (const credential of await findUncheckedCredentials(db, clock.now() - checkAgainMs))
      await checkCredential(deps, credential, { signal: closing.signal })
  }

  let lanes = 0

  /** One import after the other; does nothing if there are enough lanes. `first` is already running. */
  async function runLane(first?: Promise<void>): Promise<void> {
    if (lanes >= atOnce) return
    lanes += 1
    try {
      await first
      for (let job = await next(); job; job = await next()) await job.finished
    } finally {
      lanes -= 1
    }
  }

  const next = async () => (closing.signal.aborted ? undefined : begin(null))

  async function start(deviceId: number): Promise<number | null> {
    if (lanes >= atOnce || closing.signal.aborted) return null
    const job = await begin(deviceId)
    if (job) track(runLane(job.finished))
    return job?.id ?? null
  }

  async function work(): Promise<void> {
    await wantUpdates()
    await checkCredentials()
    await Promise.all(Array.from({ length: atOnce }, runLane))
  }

  function track(work: Promise<void>): void {
    const task = work
      .catch((error) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'imports could not be looked for')
      })
      .finally(() => running.delete(task))
    running.add(task)
  }

  async function look(): Promise<void> {
    if (!closing.signal.aborted) track(work())
    while (running.size > 0) await Promise.all(running)
  }

  const looking = setInterval(() => running.size === 0 && void look(), lookEveryMs)
  looking.unref()
  void look()
  return {
    start,
    look,
    close: async () => {
      clearInterval(looking)
      closing.abort()
      await Promise.all(running)
    },
  }
}
