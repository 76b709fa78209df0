interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does `work` for many at once: one call is under way, and what is asked for meanwhile goes together in the next, `most`
 * at a time. `work` answers in the order of its items; if it fails, it fails for each of them. Of a crowd, a call follows
 * the one before by `lingerMs`, so that there are fewer and larger ones; who comes alone never waits.
 */
export function gather<Item, Result>(
  most: number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  lingerMs = 0,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    // What is asked for in the same turn belongs to the same call.
    await Promise.resolve()
    while (queue.length > 0) {
      const piece = queue.splice(0, most)
      try {
        const results = await work(piece.map(({ item }) => item))
        for (const [index, { resolve }] of piece.entries()) resolve(results[index]!)
      } catch (error) {
        for (const { reject } of piece) reject(error)
      }
      if (lingerMs > 0 && queue.length > 0 && queue.length < most)
        await new Promise((resolve) => setTimeout(resolve, lingerMs))
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!isRunning) void run()
    })
}
