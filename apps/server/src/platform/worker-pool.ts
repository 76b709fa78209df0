import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Work in threads of their own, so that the event loop that answers people never waits for a calculation. */
export interface WorkerPool<Task, Result> {
  /** A person who waits goes before a job that goes through a list. */
  run(task: Task, urgency?: 'person' | 'job'): Promise<Result>
  /** How many tasks can run at once: so many a job may have under way. */
  readonly size: number
  close(): Promise<void>
}

/** What a worker file answers to each message, in order. */
export type WorkerAnswer<Result> = { result: Result } | { error: unknown }

interface Waiting<Task, Result> {
  task: Task
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Member<Task, Result> {
  worker: Worker
  busy: Waiting<Task, Result> | null
  idleSince: number
}

const mostWorkers = 4
const idleMs = 60_000

/**
 * Starts a thread when there is work for it and ends those that had none for a minute. A thread that dies fails its task
 * alone. `reviveError` turns what a worker told of a failure into an error.
 */
export function createWorkerPool<Task, Result>(
  file: URL,
  { reviveError }: { reviveError(told: unknown): Error },
): WorkerPool<Task, Result> {
  const size = Math.min(Math.max(availableParallelism(), 1), mostWorkers)
  const members = new Set<Member<Task, Result>>()
  const queues = { person: [] as Waiting<Task, Result>[], job: [] as Waiting<Task, Result>[] }
  let isClosed = false

  function start(): Member<Task, Result> {
    const worker = new Worker(file)
    const member: Member<Task, Result> = { worker, busy: null, idleSince: performance.now() }
    members.add(member)
    worker.on('message', (answer: WorkerAnswer<Result>) => {
      const { busy } = member
      member.busy = null
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

  function next(): void {
    while (queues.person.length + queues.job.length > 0) {
      let member = [...members].find(({ busy }) => busy === null)
      if (!member && members.size < size) member = start()
      if (!member) return
      member.busy = (queues.person.shift() ?? queues.job.shift())!
      member.worker.ref()
      member.worker.postMessage(member.busy.task)
    }
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
    run: (task, urgency = 'person') =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the pool is closed'))
        queues[urgency].push({ task, resolve, reject })
        next()
      }),
    close: async () => {
      isClosed = true
      clearInterval(ending)
      for (const { reject } of [...queues.person.splice(0), ...queues.job.splice(0)])
        reject(new Error('the pool is closed'))
      await Promise.all([...members].map(({ worker }) => worker.terminate()))
    },
  }
}
