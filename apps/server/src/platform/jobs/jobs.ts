import type { Logger } from 'pino'
import type { Db, Queryable } from '../db/db.ts'
import { notifyLive } from '../live/notify-live.ts'
import { inSpan } from '../tracing/trace.ts'
import { failAbandonedJobs, finishJob, insertJob, updateJob } from './job-row-queries.ts'
import type { JobStart } from './job-start.ts'

/** Given to the work: for reporting progress and learning that it should stop. */
export interface JobProgress {
  readonly id: number
  /** The database with the lowest priority, behind people and controllers. */
  readonly db: Db
  /**
   * To be called between slices of at most 50 ms: yields to others, reports progress (to the database at most
   * twice a second) and throws if it was asked to stop.
   */
  report(progress: { done?: number; total?: number | null; detail?: Record<string, unknown> }): Promise<void>
}

export interface Jobs {
  /**
   * Starts work that a person can watch and cancel. `finished` never rejects: the outcome is in the database. What
   * `begin` writes is committed with the job or not at all; if it throws, so does this, and no work starts.
   */
  run(
    start: JobStart,
    work: (progress: JobProgress) => Promise<void>,
    begin?: (tx: Queryable, id: number) => Promise<void>,
  ): Promise<{ id: number; finished: Promise<void> }>
  /** What this process has done since its start, and does, by kind. */
  findCounts(): JobCount[]
  /** Asks all work to stop and waits for it. */
  close(): Promise<void>
}

/** Jobs of one kind. */
export interface JobCount {
  kind: string
  /** For their turn. */
  waiting: number
  running: number
  done: number
  failed: number
  cancelled: number
}

class JobStopped extends Error {}

/** An expected failure with a code; not logged as an error. */
export class JobFailed extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'JobFailed'
    this.code = code
  }
}

const notifyEveryMs = 500
const signOfLifeMs = 10_000
/** A job without a heartbeat for this long is dead. */
const abandonedAfterMs = 60_000

/**
 * Slow work of this process. A job whose process died is marked failed: at start-up on the embedded database, which
 * no other process can use, and within a minute on PostgreSQL.
 */
export async function startJobs({
  db,
  clock,
  log,
}: {
  db: Db
  clock: { now(): number }
  log: Logger
}): Promise<Jobs> {
  const running = new Set<Promise<void>>()
  /** The end of the last job of each line whose jobs run one at a time. */
  const lastOfLine = new Map<string, Promise<void>>()
  const counts = new Map<string, JobCount>()
  const countOf = (kind: string) => {
    const known = counts.get(kind)
    if (known) return known
    const fresh = { kind, waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
    counts.set(kind, fresh)
    return fresh
  }
  let isClosing = false
  const sweep = (olderThan: number) => failAbandonedJobs(db, olderThan, clock.now())
  await sweep(db.kind === 'embedded' ? Number.POSITIVE_INFINITY : clock.now() - abandonedAfterMs)
  const sweeping = setInterval(() => {
    if (db.kind === 'postgres')
      sweep(clock.now() - abandonedAfterMs).catch((error) => log.warn({ err: error }, 'dead jobs not swept'))
  }, abandonedAfterMs)
  sweeping.unref()

  async function carryOut(
    id: number,
    start: JobStart,
    work: (progress: JobProgress) => Promise<void>,
    turn: Promise<unknown>,
  ) {
    let state = { done: 0, total: start.total ?? null, detail: start.detail ?? {} }
    const count = countOf(start.kind)
    let stage: 'waiting' | 'running' = 'waiting'
    count.waiting += 1
    let notifiedAt = Number.NEGATIVE_INFINITY
    const scope = {
      company: start.companyId ?? null,
      location: start.locationId ?? null,
      user: start.createdBy ?? null,
    }
    const jobDb = db.at('job')
    const notify = async () => {
      const isCancelled = await updateJob(jobDb, id, state, clock.now())
      await notifyLive(jobDb, { t: 'job', id, ...scope })
      if (isCancelled) throw new JobStopped()
    }
    const progress: JobProgress = {
      id,
      db: jobDb,
      report: async (more) => {
        state = { ...state, ...more, detail: { ...state.detail, ...more.detail } }
        await new Promise((resolve) => setImmediate(resolve))
        if (isClosing) throw new JobStopped()
        if (performance.now() - notifiedAt < notifyEveryMs) return
        notifiedAt = performance.now()
        await notify()
      },
    }
    const living = setInterval(
      () => void updateJob(jobDb, id, state, clock.now()).catch(() => {}),
      signOfLifeMs,
    )
    living.unref()
    let outcome: { state: 'done' | 'failed' | 'cancelled'; error: string | null } = {
      state: 'done',
      error: null,
    }
    try {
      await turn
      stage = 'running'
      count.waiting -= 1
      count.running += 1
      await inSpan(
        () => ({ name: `job ${start.kind}`, attributes: { 'ohmstead.job': id }, isRoot: true }),
        () => work(progress),
      )
    } catch (error) {
      // External waits of a job are cancelled when the process ends, perhaps before the jobs are stopped.
      const isCalledOff = error instanceof Error && error.name === 'AbortError'
      const isStopped = error instanceof JobStopped || isCalledOff
      outcome = isStopped
        ? { state: 'cancelled', error: isClosing || isCalledOff ? 'stopped' : null }
        : { state: 'failed', error: error instanceof JobFailed ? error.code : 'unexpected' }
      if (!isStopped && !(error instanceof JobFailed))
        log.error({ err: error, job: id, kind: start.kind }, 'job failed')
    } finally {
      clearInterval(living)
      count[stage] -= 1
      count[outcome.state] += 1
    }
    try {
      await finishJob(db, id, state, outcome, clock.now())
      await notifyLive(db, { t: 'job', id, ...scope })
    } catch (error) {
      log.error({ err: error, job: id }, 'the end of a job could not be written')
    }
  }

  return {
    run: async (start, work, begin) => {
      const { id, companyId } = await db.transaction(async (tx) => {
        const job = await insertJob(tx, start, clock.now())
        await begin?.(tx, job.id)
        return job
      })
      const lines = linesOf(start)
      const turn = Promise.all(lines.map((line) => lastOfLine.get(line)))
      const finished = carryOut(id, { ...start, companyId }, work, turn)
      for (const line of lines) lastOfLine.set(line, finished)
      running.add(finished)
      void finished.then(() => {
        running.delete(finished)
        for (const line of lines) if (lastOfLine.get(line) === finished) lastOfLine.delete(line)
      })
      return { id, finished }
    },
    findCounts: () => [...counts.values()],
    close: async () => {
      isClosing = true
      clearInterval(sweeping)
      await Promise.all(running)
    },
  }
}

function linesOf({ kind, takesTurns = false }: JobStart): string[] {
  if (typeof takesTurns === 'boolean') return takesTurns ? [kind] : []
  return takesTurns.map((name) => `${kind} ${name}`)
}
