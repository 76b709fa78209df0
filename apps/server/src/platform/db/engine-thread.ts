import { Worker } from 'node:worker_threads'
import { DbError } from './db-error.ts'
import type { WorkerMessage, WorkerRequest } from './embedded-worker.ts'
import type { EngineAnswer, EngineRequest } from './engine-messages.ts'

/** Where the embedded database runs. */
export interface Engine {
  send(request: EngineRequest): Promise<EngineAnswer>
  /** After `close`. */
  end(): Promise<void>
}

/** Events an engine emits on its own. */
export interface EngineEvents {
  onNotice(channel: string, payload: string): void
  /** It has stopped; once for each engine, also after `end`. */
  onStop(): void
}

/** The database below `dataDir`, in a separate thread. */
export async function startEngineThread(
  dataDir: string,
  { onNotice, onStop }: EngineEvents,
): Promise<Engine> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    execArgv: [], // the parent's flags refer to the parent's entry
    workerData: { dataDir },
  })
  const pending = new Map<number, { resolve: (answer: EngineAnswer) => void; reject: (e: Error) => void }>()
  let nextId = 1

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: WorkerMessage) => {
      if ('ready' in message) return resolve()
      if ('channel' in message) return onNotice(message.channel, message.payload)
      const waiting = pending.get(message.id)
      pending.delete(message.id)
      if ('error' in message) waiting?.reject(new DbError(message.error))
      else waiting?.resolve(message)
    })
    worker.once('exit', () => {
      for (const waiting of pending.values())
        waiting.reject(new DbError({ message: 'the database has stopped' }))
      pending.clear()
      onStop()
    })
  })

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, ...request } satisfies WorkerRequest)
      }),
    end: async () => void (await worker.terminate()),
  }
}
