import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { makeDirectory } from '../make-directory.ts'
import type { Db, Priority, Transaction } from './db.ts'
import { DbError } from './db-error.ts'
import { lockDirectory } from './directory-lock.ts'
import type { WorkerMessage, WorkerRequest } from './embedded-worker.ts'
import { queryable } from './queryable.ts'
import { watchWrites } from './watch-writes.ts'

const patienceMs = 1000
const folderOf = (dataDir: string) => join(dataDir, 'database')

/** Whether one was ever opened there. */
export const hasEmbeddedDb = (dataDir: string): boolean => existsSync(folderOf(dataDir))

const rank: Record<Priority, number> = { watch: 0, ingest: 0, page: 1, job: 2 }

/**
 * Opens the embedded database below `dataDir`, or in memory when it is null. One connection serves everybody:
 * whole transactions and single queries wait in one queue, ingest first. `lockDirectory` keeps a second process out.
 * A new database begins with what `snapshot`, the file of a dumped one, holds.
 */
export async function openEmbeddedDb(
  dataDir: string | null,
  { snapshot = null }: { snapshot?: string | null } = {},
): Promise<Db> {
  let unlock = () => {}
  if (dataDir !== null) {
    unlock = lockDirectory(dataDir)
    // A file of this name is better refused here than in the words of the database.
    makeDirectory(folderOf(dataDir), 0o700)
  }
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    execArgv: [], // the parent's flags are about the parent's entry
    workerData: { dataDir: dataDir === null ? null : folderOf(dataDir), snapshot },
  })
  const pending = new Map<
    number,
    { resolve: (rows: { rows: object[]; count: number }) => void; reject: (e: Error) => void }
  >()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const writes = watchWrites()
  let nextId = 1
  let closed = false

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: WorkerMessage) => {
      if ('ready' in message) return resolve()
      if ('channel' in message) {
        for (const listener of listeners.get(message.channel) ?? []) listener(message.payload)
        return
      }
      const waiting = pending.get(message.id)
      pending.delete(message.id)
      if ('error' in message) waiting?.reject(writes.note(new DbError(message.error)))
      else waiting?.resolve(message)
    })
    worker.once('exit', () => {
      for (const waiting of pending.values())
        waiting.reject(new DbError({ message: 'the database has stopped' }))
      pending.clear()
      // Nothing works without it and nothing here can mend it: end loudly, so that whoever supervises starts us again.
      if (!closed) setImmediate(() => raise(new Error('the embedded database stopped by itself')))
      closed = true
    })
  })

  const send = (op: WorkerRequest['op'], text: string, params?: readonly unknown[]) =>
    new Promise<{ rows: object[]; count: number }>((resolve, reject) => {
      if (closed) return reject(new DbError({ message: 'the database is closed' }))
      const id = nextId++
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, op, text, params } satisfies WorkerRequest)
    })

  // The queue: one piece of work holds the connection; the next is the most urgent, oldest first.
  // What has waited for long goes first whatever it is, so that no flood of one kind keeps another out for ever.
  const queues: { run: () => Promise<void>; since: number }[][] = [[], [], []]
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
      queues[rank[priority]]!.push({ run: () => work().then(resolve, reject), since: performance.now() })
      void drain()
    })
  }

  const direct: Transaction = {
    ...queryable((statement) => send('query', statement.text, statement.params)),
    script: async (text) => void (await send('script', text)),
  }

  function at(priority: Priority): Db {
    return {
      kind: 'embedded',
      ...queryable((statement) => enqueue(priority, () => send('query', statement.text, statement.params))),
      at,
      transaction: (work, options) =>
        enqueue(options?.priority ?? priority, () =>
          inTransaction.run(true, async () => {
            await send('query', 'begin')
            try {
              const result = await work(direct)
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
      close: async () => {
        if (closed) return
        await enqueue('job', () => send('close', ''))
        closed = true
        await worker.terminate()
        unlock()
      },
    }
  }
  return at('page')
}

function raise(error: Error): never {
  throw error
}
