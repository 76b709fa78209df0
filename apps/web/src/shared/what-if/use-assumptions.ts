import { useState } from 'react'
import { onWipe } from '../../lib/local-store.ts'

const kept = new Map<string, Record<string, unknown>>()
onWipe(() => kept.clear())

/** The assumptions of a what-if: defaults that a person may change, kept while the application is open. */
export function useAssumptions<Values extends object>(
  name: string,
  deviceId: number,
  defaults: Values,
): { values: Values; change: (part: Partial<Values>) => void; reset: () => void; isChanged: boolean } {
  const key = `${name}/${deviceId}`
  const [, redraw] = useState(0)
  // Read each time: of two changes before the next render neither may be lost.
  const own = () => kept.get(key) as Partial<Values> | undefined
  const keep = (next: Partial<Values> | null) => {
    if (next === null) kept.delete(key)
    else kept.set(key, next as Record<string, unknown>)
    redraw((count) => count + 1)
  }
  return {
    values: { ...defaults, ...own() },
    change: (part) => keep({ ...own(), ...part }),
    reset: () => keep(null),
    isChanged: own() !== undefined,
  }
}
