export type MessageTurns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * So many messages are handled at once, the others in the order in which they came. Between two of them whoever else
 * waits for the database has a turn: on the embedded one the link is always served before the pages.
 */
export function createMessageTurns(atOnce: number): MessageTurns {
  const waiting: (() => void)[] = []
  let free = atOnce

  function passOn(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      setImmediate(passOn)
    }
  }
}
