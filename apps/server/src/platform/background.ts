import type { Logger } from 'pino'

export interface Background {
  /** Starts work that continues after the answer; a failure is logged. */
  run(name: string, work: () => Promise<void>): void
  /** Resolves when no started work is running. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Short work whose outcome and duration the caller must not learn, such as looking up an account. It is lost with the
 * process; the person asks again.
 */
export function startBackground(log: Logger): Background {
  const running = new Set<Promise<void>>()
  const settled = async () => {
    while (running.size > 0) await Promise.all(running)
  }
  return {
    run: (name, work) => {
      const task = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error) => log.error({ err: error, work: name }, 'background work failed'))
        .finally(() => running.delete(task))
      running.add(task)
    },
    settled,
    close: settled,
  }
}
