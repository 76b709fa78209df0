/**
 * How much a text has in common with a place in the code: the shared words, rare ones among all the texts
 * counting most. Every server test imports everything; its subject is in its words.
 */
export function createWordLikeness(texts: ReadonlyMap<string, string>) {
  const wordsOf = new Map([...texts].map(([name, text]) => [name, findWords(`${name} ${text}`)]))
  const counts = new Map<string, number>()
  for (const words of wordsOf.values())
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (place: string, name: string): number => {
    const words = wordsOf.get(name)
    if (!words) return 0
    let likeness = 0
    for (const word of findWords(place))
      if (words.has(word)) likeness += Math.log(wordsOf.size / counts.get(word)!)
    // A long text has something in common with everything.
    return likeness / Math.sqrt(words.size)
  }
}

/** The parts of names and the words of texts, without the shortest. */
const findWords = (text: string): Set<string> =>
  new Set((text.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? []).map((word) => word.toLowerCase()))
