import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import { findControllersWithDue, type Of } from './energy-due-queries.ts'
import { createNeighbourSearch, type NeighbourSearch } from './find-neighbours.ts'
import { finishPiece } from './finish-energy.ts'
import { stateKey } from './telemetry-state.ts'

// Work that another process left behind when it died.
const lookAgainMs = 60_000
const retryMs = 1000

export interface EnergyFinisher {
  /** The energy of these controllers is pending. */
  wake(controllers: readonly Of[]): void
  /** Resolves once everything that was pending at the call is done. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Recomputes pending energy in the background, a piece of each controller in turn. */
export function startEnergyFinisher({ db, log }: { db: Db; log: Logger }): EnergyFinisher {
  const waiting = new Map<string, { of: Of; search: NeighbourSearch }>()
  let running: Promise<void> | null = null
  let retry: NodeJS.Timeout | null = null
  let isClosing = false

  function wake(controllers: readonly Of[]): void {
    for (const of of controllers) {
      const key = stateKey(of)
      if (!waiting.has(key)) waiting.set(key, { of, search: createNeighbourSearch(db.at('job'), of) })
    }
    start()
  }

  function start(): void {
    if (isClosing || running || retry || waiting.size === 0) return
    running = run()
      .catch((error: Error) => {
        if (isClosing) return
        log.warn({ reason: error.message }, 'energy could not be computed; trying again')
        retry = setTimeout(() => {
          retry = null
          start()
        }, retryMs)
      })
      .finally(() => {
        running = null
        start()
      })
  }

  async function run(): Promise<void> {
    for (let [next] = waiting; next && !isClosing; [next] = waiting) {
      const [key, item] = next
      waiting.delete(key)
      let outcome: 'done' | 'more' = 'more'
      try {
        outcome = await finishPiece(db, item.of, item.search)
      } finally {
        // To the end of the queue.
        if (outcome === 'more') waiting.set(key, item)
      }
    }
  }

  const look = () =>
    findControllersWithDue(db.at('job')).then(wake, (error) => {
      if (!isClosing) log.warn({ reason: (error as Error).message }, 'due energy could not be looked for')
    })
  const timer = setInterval(look, lookAgainMs)
  void look()

  return {
    wake,
    settle: async () => {
      wake(await findControllersWithDue(db.at('job')))
      while (running) await running
    },
    close: async () => {
      isClosing = true
      clearInterval(timer)
      if (retry) clearTimeout(retry)
      await running
    },
  }
}
