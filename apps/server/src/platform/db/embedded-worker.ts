import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { SnapshotFs } from './memory-snapshot.ts'
import { typeParsers } from './type-parsers.ts'

// The database runs in a thread of its own: the event loop that answers people and controllers never waits for a query.

export interface WorkerRequest {
  id: number
  op: 'query' | 'script' | 'listen' | 'close'
  text: string
  params?: readonly unknown[]
}

export type WorkerMessage =
  | { id: number; rows: object[]; count: number }
  | { id: number; error: { message: string; code?: string; detail?: string; constraint?: string } }
  | { channel: string; payload: string }
  | { ready: true }

const port = parentPort!
const { dataDir, snapshot } = workerData as { dataDir: string | null; snapshot: string | null }
const parsers = Object.fromEntries(Object.entries(typeParsers).map(([oid, parse]) => [Number(oid), parse]))
// Buffers of the usual size take long to lay out, and would only be a second copy of what is in memory.
const inMemory = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }
const database = await PGlite.create({
  ...(dataDir ? { dataDir } : inMemory),
  ...(snapshot ? { fs: new SnapshotFs(snapshot) } : {}),
  relaxedDurability: true,
  parsers,
})
await database.exec(`set timezone to 'UTC'`)
const post = (message: WorkerMessage) => port.postMessage(message)

port.on('message', (request: WorkerRequest) => {
  handle(request).then(
    (result) => post({ id: request.id, ...result }),
    (error: Error & { code?: string; detail?: string; constraint?: string }) =>
      post({
        id: request.id,
        error: {
          message: error.message,
          code: error.code,
          detail: error.detail,
          constraint: error.constraint,
        },
      }),
  )
})
post({ ready: true })

async function handle({ op, text, params }: WorkerRequest): Promise<{ rows: object[]; count: number }> {
  switch (op) {
    case 'query': {
      const result = await database.query<object>(text, params as unknown[])
      return { rows: result.rows, count: result.affectedRows ?? result.rows.length }
    }
    case 'script':
      await database.exec(text)
      return { rows: [], count: 0 }
    case 'listen':
      await database.listen(text, (payload) => post({ channel: text, payload }))
      return { rows: [], count: 0 }
    case 'close':
      await database.close()
      return { rows: [], count: 0 }
  }
}
