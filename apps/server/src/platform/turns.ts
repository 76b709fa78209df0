export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs a limited number at once, the rest in order of arrival. Between two of them other work may use the
 * database, which handles requests in order of arrival, and on the embedded one the link before the pages.
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

/** The same per person: heavy users wait in their own queue. */
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
