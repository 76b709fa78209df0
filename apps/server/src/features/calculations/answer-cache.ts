const mostCharacters = 24_000_000

interface UnderWay {
  answer: Promise<string>
  /** Cancels the work when nobody waits for it any more. */
  ending: AbortController
  waiting: number
}

/** Caches the most recent answers, and lets concurrent callers with the same question share one. */
export function createAnswerCache(most = mostCharacters) {
  const kept = new Map<string, string>()
  const underWay = new Map<string, UnderWay>()
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

  function begin(key: string, answer: (signal: AbortSignal) => Promise<string>): UnderWay {
    const ending = new AbortController()
    const found = answer(ending.signal)
      .then((text) => {
        keep(key, text)
        return text
      })
      .finally(() => {
        if (underWay.get(key) === work) underWay.delete(key)
      })
    // If all have left, nobody needs to learn of the end.
    found.catch(() => {})
    const work: UnderWay = { answer: found, ending, waiting: 0 }
    underWay.set(key, work)
    return work
  }

  /** The answer for one of the waiting callers; abandoned work is cancelled. */
  function wait(key: string, work: UnderWay, signal: AbortSignal | undefined): Promise<string> {
    work.waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal!.reason)
        work.waiting -= 1
        if (work.waiting > 0) return
        if (underWay.get(key) === work) underWay.delete(key)
        work.ending.abort(signal!.reason)
      }
      signal?.addEventListener('abort', leave)
      work.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  return {
    get(
      key: string,
      answer: (signal: AbortSignal) => Promise<string>,
      signal?: AbortSignal,
    ): Promise<string> {
      const known = kept.get(key)
      if (known !== undefined) {
        kept.delete(key)
        kept.set(key, known)
        return Promise.resolve(known)
      }
      return wait(key, underWay.get(key) ?? begin(key, answer), signal)
    },
  }
}
