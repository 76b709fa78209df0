import { parentPort, workerData } from 'node:worker_threads'
import { startEngine } from './embedded-engine.ts'
import type { EngineAnswer, EngineRequest } from './engine-messages.ts'
import { readPackedEngine } from './read-packed-engine.ts'

// The database runs in a separate thread: the event loop that serves people and controllers never waits for a query.

export type WorkerRequest = EngineRequest & { id: number }

export type WorkerMessage =
  | ({ id: number } & EngineAnswer)
  | { id: number; error: { message: string; code?: string; detail?: string; constraint?: string } }
  | { channel: string; payload: string }
  | { ready: true }

const port = parentPort!
const post = (message: WorkerMessage) => port.postMessage(message)
const options = { ...(workerData as { dataDir: string }), ...(await readPackedEngine()) }
const run = await startEngine(options, (channel, payload) => post({ channel, payload }))

port.on('message', ({ id, ...request }: WorkerRequest) => {
  run(request).then(
    (answer) => post({ id, ...answer }),
    ({
      message,
      code,
      detail,
      constraint,
    }: Error & { code?: string; detail?: string; constraint?: string }) =>
      post({ id, error: { message, code, detail, constraint } }),
  )
})
post({ ready: true })
