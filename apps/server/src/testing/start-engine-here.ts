import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite } from '@electric-sql/pglite'
import { DbError } from '../platform/db/db-error.ts'
import { startEngine } from '../platform/db/embedded-engine.ts'
import type { Engine, EngineEvents } from '../platform/db/engine-thread.ts'
import { SnapshotFs } from './memory-snapshot.ts'

// Tests may hold the clock.
const soon = setImmediate

/**
 * An embedded in-memory database in the thread of the test: a separate thread would have to compile all of its code for
 * each test file, and most of the cost of short queries would be waking each other.
 */
export async function startEngineHere(snapshot: string, { onNotice }: EngineEvents): Promise<Engine> {
  // Notifications belong to nobody's transaction.
  const outside = AsyncLocalStorage.snapshot()
  const run = await startEngine(
    {
      fs: new SnapshotFs(snapshot),
      // Buffers of the usual size take long to allocate, and would only be a second copy of what is in memory.
      startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    },
    (channel, payload) => outside(() => soon(() => onNotice(channel, payload))),
  )
  return {
    // Others get their turn between two queries, as they do while waiting for a thread.
    send: async (request) => {
      await new Promise<void>((resolve) => soon(resolve))
      return run(request).catch((error) => {
        throw new DbError(error)
      })
    },
    end: async () => {},
  }
}
