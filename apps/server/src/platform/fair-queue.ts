/** A queue that is fair between people: whoever has waited longest since their last turn is next, however much others request. */
export interface FairQueue<Item> {
  readonly size: number
  /** How many items of a person are waiting. */
  countOf(person: number): number
  add(person: number, item: Item): void
  /** The next item of the first person who may have a turn now. */
  take(mayHaveTurn?: (person: number) => boolean): Item | undefined
  /** Whether it was still waiting. */
  remove(person: number, item: Item): boolean
  /** The newest item of the person with the most waiting: refused first on overflow. */
  takeFromLongest(): Item | undefined
}

export function createFairQueue<Item>(): FairQueue<Item> {
  // The map's order is the order of turns.
  const waiting = new Map<number, Item[]>()
  let size = 0

  function takeOut(person: number, items: Item[], at: number): Item {
    const [item] = items.splice(at, 1)
    if (items.length === 0) waiting.delete(person)
    size -= 1
    return item!
  }

  return {
    get size() {
      return size
    },
    countOf: (person) => waiting.get(person)?.length ?? 0,
    add: (person, item) => {
      const items = waiting.get(person)
      if (items) items.push(item)
      else waiting.set(person, [item])
      size += 1
    },
    take: (mayHaveTurn = () => true) => {
      for (const [person, items] of waiting) {
        if (!mayHaveTurn(person)) continue
        const item = takeOut(person, items, 0)
        if (items.length > 0) {
          waiting.delete(person)
          waiting.set(person, items)
        }
        return item
      }
      return undefined
    },
    remove: (person, item) => {
      const items = waiting.get(person)
      const at = items?.indexOf(item) ?? -1
      if (at >= 0) takeOut(person, items!, at)
      return at >= 0
    },
    takeFromLongest: () => {
      let longest: [number, Item[]] | undefined
      for (const entry of waiting) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry
      return longest && takeOut(...longest, longest[1].length - 1)
    },
  }
}
