import { useCallback, useMemo, useState } from 'react'

export interface Marked {
  ids: ReadonlySet<number>
  /** Marks or unmarks some. */
  set: (ids: readonly number[], isMarked: boolean) => void
  clear: () => void
}

/** The locations that somebody marks; they stay marked on other pages of the list and under other filters. */
export function useMarked(): Marked {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const set = useCallback(
    (some: readonly number[], isMarked: boolean) =>
      setIds((before) => {
        const after = new Set(before)
        for (const id of some) isMarked ? after.add(id) : after.delete(id)
        return after
      }),
    [],
  )
  const clear = useCallback(() => setIds(new Set()), [])
  return useMemo(() => ({ ids, set, clear }), [ids, set, clear])
}
