import { AppError } from '../app-error.ts'

/** How many requests of a cost one person may have in progress, and how many more may wait. */
const shares = { 10: { inHand: 4, waiting: 40 }, 100: { inHand: 1, waiting: 10 } } as const
const busyRetrySeconds = 10

export interface CostlyRequests {
  /**
   * Waits until the person may have one more in progress; resolves to a function to call when it is done. Throws
   * `server_busy` if too many are waiting, and the signal's reason if the caller has disconnected.
   */
  enter(person: number, cost: keyof typeof shares, signal: AbortSignal): Promise<() => void>
}

interface Line {
  inHand: number
  waiting: (() => void)[]
}

/** Queues the costly requests of each person separately, before any work for them begins. */
export function createCostlyRequests(): CostlyRequests {
  const lines = new Map<string, Line>()

  function createLine(key: string): Line {
    const line: Line = { inHand: 0, waiting: [] }
    lines.set(key, line)
    return line
  }

  /** Ends a turn, once. */
  function begin(key: string, line: Line): () => void {
    let isOver = false
    line.inHand += 1
    return () => {
      if (isOver) return
      isOver = true
      line.inHand -= 1
      line.waiting.shift()?.()
      if (line.inHand === 0) lines.delete(key)
    }
  }

  return {
    enter: async (person, cost, signal) => {
      signal.throwIfAborted()
      const share = shares[cost]
      const key = `${cost} ${person}`
      const line = lines.get(key) ?? createLine(key)
      if (line.inHand < share.inHand) return begin(key, line)
      if (line.waiting.length >= share.waiting)
        throw new AppError('server_busy', { retryAfterSeconds: busyRetrySeconds })
      return new Promise((resolve, reject) => {
        const leave = () => {
          line.waiting.splice(line.waiting.indexOf(turn), 1)
          reject(signal.reason)
        }
        const turn = () => {
          signal.removeEventListener('abort', leave)
          resolve(begin(key, line))
        }
        line.waiting.push(turn)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
