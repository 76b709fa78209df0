const mostCharacters = 24_000_000

/** Keeps the answers asked for last, and lets several that ask the same at once wait for one. */
export function createAnswerCache(most = mostCharacters) {
  const kept = new Map<string, string>()
  const underWay = new Map<string, Promise<string>>()
  let size = 0

  function keep(key: string, answer: string): void {
    kept.set(key, answer)
    size += answer.length
    for (const [oldest, text] of kept) {
      if (size <= most) return
      kept.delete(oldest)
      size -= text.length
    }
  }

  return {
    get(key: string, answer: () => Promise<string>): Promise<string> {
      const known = kept.get(key)
      if (known !== undefined) {
        kept.delete(key)
        kept.set(key, known)
        return Promise.resolve(known)
      }
      const waiting = underWay.get(key)
      if (waiting) return waiting
      const found = answer()
        .then((text) => {
          keep(key, text)
          return text
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, found)
      return found
    },
  }
}
