import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from './app-error.ts'
import { createFairQueue } from './fair-queue.ts'

/** Work in threads of their own, so that the event loop that answers people never waits for a calculation. */
export interface WorkerPool<Task, Result> {
  /** Throws `server_busy` where too much waits, and the reason of the signal where the asker has gone. */
  run(task: Task, asker: Asker): Promise<Result>
  /** How many tasks can run at once: so many a job may have under way. */
  readonly size: number
  close(): Promise<void>
}

/** For whom something is done. People take turns, whatever one of them asks for. */
export interface Asker {
  person: number
  /** A person who waits goes before a job that goes through a list. */
  urgency?: 'person' | 'job'
  /** Aborted when nobody waits for the answer any more: what waits is dropped, and what runs is ended. */
  signal?: AbortSignal | undefined
}

/** What a worker file answers to each message, in order. */
export type WorkerAnswer<Result> = { result: Result } | { error: unknown }

interface Waiting<Task, Result> {
  task: Task
  person: number
  isUrgent: boolean
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Member<Task, Result> {
  worker: Worker
  busy: Waiting<Task, Result> | null
  isWarm: boolean
  idleSince: number
}

const mostWorkers = 4
const idleMs = 60_000
/** Of people; jobs wait in small numbers by themselves. */
const mostWaiting = 100
const busyRetrySeconds = 10
/** Work that nobody waits for may end by itself so long: a thread costs more to start than most work takes. */
const abandonedMs = 500

/**
 * Starts a thread when there is work for it and ends those that had none for a minute. A thread that dies fails its task
 * alone. Nobody's questions take the last free thread while others of theirs run, so that somebody else finds it free.
 * `reviveError` turns what a worker told of a failure into an error.
 */
export function createWorkerPool<Task, Result>(
  file: URL,
  {
    reviveError,
    size = Math.min(Math.max(availableParallelism(), 1), mostWorkers),
  }: { reviveError(told: unknown): Error; size?: number },
): WorkerPool<Task, Result> {
  type Item = Waiting<Task, Result>
  const members = new Set<Member<Task, Result>>()
  const queues = { person: createFairQueue<Item>(), job: createFairQueue<Item>() }
  let isClosed = false

  function start(): Member<Task, Result> {
    const worker = new Worker(file)
    const member: Member<Task, Result> = { worker, busy: null, isWarm: false, idleSince: performance.now() }
    members.add(member)
    worker.unref()
    worker.on('message', (answer: WorkerAnswer<Result>) => {
      const { busy } = member
      member.busy = null
      member.isWarm = true
      member.idleSince = performance.now()
      worker.unref()
      if ('error' in answer) busy?.reject(reviveError(answer.error))
      else busy?.resolve(answer.result)
      next()
    })
    const end = (error: Error) => {
      if (!members.delete(member)) return
      member.busy?.reject(error)
      if (!isClosed) next()
    }
    worker.on('error', (error: Error) => end(error))
    worker.on('exit', () => end(new Error('a worker ended')))
    return member
  }

  const findIdle = () => [...members].find(({ busy }) => busy === null)

  function next(): void {
    for (;;) {
      const atWork = [...members].flatMap(({ busy }) => busy ?? [])
      const free = size - atWork.length
      if (free === 0) return
      const mayHaveTurn = (person: number) =>
        free > 1 || !atWork.some((work) => work.isUrgent && work.person === person)
      const work = queues.person.take(mayHaveTurn) ?? queues.job.take()
      if (!work) return
      const member = findIdle() ?? start()
      member.busy = work
      member.worker.ref()
      member.worker.postMessage(work.task)
      // The next to ask should not wait until a thread has started.
      if (member.isWarm && members.size < size && !findIdle()) start()
    }
  }

  /** Frees the thread of work whose asker has gone, unless it is done in a moment. */
  function endAbandoned(work: Item): void {
    const member = [...members].find(({ busy }) => busy === work)
    if (!member) return
    const ending = setTimeout(() => {
      if (member.busy === work) void member.worker.terminate()
    }, abandonedMs)
    ending.unref()
  }

  function enqueue(work: Item, urgency: 'person' | 'job'): void {
    queues[urgency].add(work.person, work)
    next()
    if (queues.person.size > mostWaiting)
      queues.person
        .takeFromLongest()
        ?.reject(new AppError('server_busy', { retryAfterSeconds: busyRetrySeconds }))
  }

  const ending = setInterval(() => {
    for (const member of members) {
      if (member.busy === null && performance.now() - member.idleSince > idleMs)
        void member.worker.terminate()
    }
  }, idleMs)
  ending.unref()

  return {
    size,
    run: (task, { person, urgency = 'person', signal }) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the pool is closed'))
        if (signal?.aborted) return reject(signal.reason)
        const forget = () => signal?.removeEventListener('abort', leave)
        const work: Item = {
          ...{ task, person, isUrgent: urgency === 'person' },
          resolve: (result) => {
            forget()
            resolve(result)
          },
          reject: (error) => {
            forget()
            reject(error)
          },
        }
        function leave() {
          work.reject(signal!.reason)
          if (!queues[urgency].remove(person, work)) endAbandoned(work)
        }
        signal?.addEventListener('abort', leave)
        enqueue(work, urgency)
      }),
    close: async () => {
      isClosed = true
      clearInterval(ending)
      for (const queue of [queues.person, queues.job])
        for (let work = queue.take(); work; work = queue.take()) work.reject(new Error('the pool is closed'))
      await Promise.all([...members].map(({ worker }) => worker.terminate()))
    },
  }
}
