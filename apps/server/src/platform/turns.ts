export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * So much is done at once, the rest in the order in which it came. Between two of them whoever else waits for the database
 * has a turn: it takes what comes in the order of its coming, and on the embedded one the link before the pages.
 */
export function createTurns(atOnce: number): Turns {
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

/** The same for each of those who ask: whoever asks for much waits in a line of their own. */
export function createTurnsOfEach(
  atOnce: number,
): <Result>(asker: string, work: () => Promise<Result>) => Promise<Result> {
  const lines = new Map<string, { takeTurn: Turns; inside: number }>()
  return async (asker, work) => {
    const line = lines.get(asker) ?? { takeTurn: createTurns(atOnce), inside: 0 }
    lines.set(asker, line)
    line.inside++
    try {
      return await line.takeTurn(work)
    } finally {
      if (--line.inside === 0) lines.delete(asker)
    }
  }
}
