import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../make-directory.ts'
import { describeStatement } from '../tracing/describe-statement.ts'
import { bindTrace, inSpan } from '../tracing/trace.ts'
import type { Db, Priority, Transaction } from './db.ts'
import { DbError } from './db-error.ts'
import { lockDirectory } from './directory-lock.ts'
import type { EngineRequest } from './engine-messages.ts'
import { type Engine, type EngineEvents, startEngineThread } from './engine-thread.ts'
import { queryable } from './queryable.ts'
import { watchWrites } from './watch-writes.ts'

const patienceMs = 1000
const folderOf = (dataDir: string) => join(dataDir, 'database')

/** Whether one was ever opened there. */
export const hasEmbeddedDb = (dataDir: string): boolean => existsSync(folderOf(dataDir))

const rank: Record<Priority, number> = { watch: 0, ingest: 0, notice: 0, page: 1, job: 2 }
const priorities = Object.keys(rank) as Priority[]

/** Opens the embedded database below `dataDir`. `lockDirectory` keeps a second process out. */
export async function openEmbeddedDb(dataDir: string): Promise<Db> {
  const unlock = lockDirectory(dataDir)
  // A file of this name is better refused here than by the database's own error.
  makeDirectory(folderOf(dataDir), 0o700)
  return createEmbeddedDb((events) => startEngineThread(folderOf(dataDir), events), unlock)
}

/** One connection serves everybody: whole transactions and single queries wait in one queue, ingest first. */
export async function createEmbeddedDb(
  start: (events: EngineEvents) => Promise<Engine>,
  onClosed = () => {},
): Promise<Db> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const writes = watchWrites()
  let closed = false
  const engine = await start({
    onNotice: (channel, payload) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload)
    },
    onStop: () => {
      // Nothing works without it and nothing here can repair it: exit loudly, so that the supervisor restarts the process.
      if (!closed) setImmediate(() => raise(new Error('the embedded database stopped by itself')))
      closed = true
    },
  })

  const send = (op: EngineRequest['op'], text: string, params?: readonly unknown[]) =>
    inSpan(
      () => describeStatement(text),
      async () => {
        if (closed) throw new DbError({ message: 'the database is closed' })
        try {
          return await engine.send({ op, text, ...(params && { params }) })
        } catch (error) {
          throw error instanceof DbError ? writes.note(error) : error
        }
      },
    )

  // The queue: one piece of work holds the connection; the next is the most urgent, oldest first.
  // Work that has waited long runs first whatever it is, so that no flood of one kind starves another.
  const queues: { run: () => Promise<void>; since: number; priority: Priority }[][] = [[], [], []]
  let busy = false
  const inTransaction = new AsyncLocalStorage<true>()

  async function drain() {
    if (busy) return
    busy = true
    for (let work = next(); work; work = next()) await work()
    busy = false
  }
  function next(): (() => Promise<void>) | undefined {
    const waiting = queues.filter((queue) => queue.length > 0)
    const oldest = waiting.reduce(
      (first, queue) => (queue[0]!.since < first[0]!.since ? queue : first),
      waiting[0] ?? [],
    )
    const isLate = oldest.length > 0 && performance.now() - oldest[0]!.since > patienceMs
    return (isLate ? oldest : waiting[0])?.shift()?.run
  }

  function enqueue<Result>(priority: Priority, work: () => Promise<Result>): Promise<Result> {
    if (inTransaction.getStore()) {
      throw new Error('a query through db inside a transaction would wait for itself: use tx')
    }
    return new Promise<Result>((resolve, reject) => {
      const since = performance.now()
      const run = bindTrace(() => work().then(resolve, reject))
      queues[rank[priority]]!.push({ run, since, priority })
      void drain()
    })
  }

  const direct: Transaction = {
    ...queryable((statement) => send('query', statement.text, statement.params)),
    script: async (text) => void (await send('script', text)),
  }

  const places = new Map<Priority, Db>()
  function at(priority: Priority): Db {
    const known = places.get(priority)
    if (known) return known
    const db: Db = {
      kind: 'embedded',
      ...queryable((statement) => enqueue(priority, () => send('query', statement.text, statement.params))),
      at,
      transaction: (work, options) =>
        enqueue(options?.priority ?? priority, () =>
          inTransaction.run(true, async () => {
            // Not awaited, since the engine takes one after the other.
            const begun = send('query', 'begin')
            try {
              const [result] = await Promise.all([work(direct), begun])
              await send('query', 'commit')
              return result
            } catch (error) {
              await send('query', 'rollback')
              throw error
            }
          }),
        ),
      script: (text) => enqueue(priority, async () => void (await send('script', text))),
      listen: async (channel, onPayload) => {
        const existing = listeners.get(channel)
        const set = existing ?? new Set()
        set.add(onPayload)
        listeners.set(channel, set)
        if (!existing) await enqueue(priority, () => send('listen', channel))
        return async () => void set.delete(onPayload)
      },
      refusedWriteAt: writes.refusedAt,
      findPoolUse: () =>
        priorities.map((one) => ({
          priority: one,
          limit: 1,
          open: 1,
          idle: busy ? 0 : 1,
          waiting: queues[rank[one]]!.filter((work) => work.priority === one).length,
        })),
      close: async () => {
        if (closed) return
        await enqueue('job', () => send('close', ''))
        closed = true
        await engine.end()
        onClosed()
      },
    }
    places.set(priority, db)
    return db
  }
  return at('page')
}

function raise(error: Error): never {
  throw error
}
