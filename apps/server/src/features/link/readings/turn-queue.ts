/** A queue by owner: one item of each in turn, and each owner's items in order of arrival. */
export interface TurnQueue<Item> {
  add(owner: string, item: Item): void
  /** Takes items while there are some and both limits allow; at least one. */
  take(limits: { items: number; bytes: number }): Item[]
  size(): number
}

export function createTurnQueue<Item>(bytesOf: (item: Item) => number): TurnQueue<Item> {
  // In the order of their turns.
  const waiting = new Map<string, Item[]>()
  let size = 0

  function take({ items, bytes }: { items: number; bytes: number }): Item[] {
    const taken: Item[] = []
    let sum = 0
    for (const [owner, own] of waiting) {
      sum += bytesOf(own[0]!)
      if (taken.length > 0 && (taken.length === items || sum > bytes)) break
      taken.push(own.shift()!)
      // To the end of the queue, which this loop reaches again.
      waiting.delete(owner)
      if (own.length > 0) waiting.set(owner, own)
    }
    size -= taken.length
    return taken
  }

  return {
    add(owner, item) {
      const own = waiting.get(owner)
      if (own) own.push(item)
      else waiting.set(owner, [item])
      size++
    },
    take,
    size: () => size,
  }
}
