import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from './app-error.ts'
import { createFairQueue } from './fair-queue.ts'

/** Work in separate threads, so that the event loop never waits for a calculation. */
export interface WorkerPool<Task, Result> {
  /** Throws `server_busy` if too much waits, and the reason of the signal if the caller has disconnected. */
  run(task: Task, asker: Asker): Promise<Result>
  /** How many tasks can run at once: as many as a job may have in progress. */
  readonly size: number
  close(): Promise<void>
}

/** Whom the work is for. People take turns, however much one of them requests. */
export interface Asker {
  person: number
  /** A waiting person precedes a job that works through a list. */
  urgency?: 'person' | 'job'
  /** Aborted when the caller disconnects: waiting work is dropped, and running work is ended. */
  signal?: AbortSignal | undefined
  /** Called with the share that is done, 0 to 1, by work that says so. */
  onProgress?: ((share: number) => void) | undefined
}

/** What a worker file answers to each message, in order; how far it is, as often as it likes before. */
export type WorkerAnswer<Result> = { result: Result } | { error: unknown } | { progress: number }

interface Waiting<Task, Result> {
  task: Task
  person: number
  isUrgent: boolean
  resolve(result: Result): void
  reject(error: unknown): void
  onProgress: Asker['onProgress']
}

interface Member<Task, Result> {
  worker: Worker
  busy: Waiting<Task, Result> | null
  isWarm: boolean
  idleSince: number
}

const mostWorkers = 4
const idleMs = 60_000
/** For people; jobs limit themselves. */
const mostWaiting = 100
const busyRetrySeconds = 10
/** Abandoned work may take this long to finish: a thread costs more to start than most work takes. */
const abandonedMs = 500

/**
 * Starts a thread when there is work for it and ends those idle for a minute. A thread that dies fails only its
 * task. Nobody takes the last free thread while other tasks of theirs run, so that the next person finds it free.
 * `reviveError` turns a worker's failure report into an error.
 */
export function createWorkerPool<Task, Result>(
  file: URL,
  {
    reviveError,
    size = Math.min(Math.max(availableParallelism(), 1), mostWorkers),
  }: { reviveError(report: unknown): Error; size?: number },
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
      if ('progress' in answer) return busy?.onProgress?.(answer.progress)
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
      // The next caller should not wait until a thread has started.
      if (member.isWarm && members.size < size && !findIdle()) start()
    }
  }

  /** Frees the thread of abandoned work, unless it finishes in a moment. */
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
    run: (task, { person, urgency = 'person', signal, onProgress }) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the pool is closed'))
        if (signal?.aborted) return reject(signal.reason)
        const forget = () => signal?.removeEventListener('abort', leave)
        const work: Item = {
          ...{ task, person, isUrgent: urgency === 'person', onProgress },
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
