import { useSyncExternalStore } from 'react'
import { onWipe } from '../../lib/local-store.ts'

/** Lines that are not part of the network fee itself. */
export interface CalculationOptions {
  levies: boolean
  vat: boolean
}

/** The full amount paid: first on every page, in every document and for all advice. */
export const payable: CalculationOptions = { levies: true, vat: true }
let options = payable
const listeners = new Set<() => void>()
onWipe(() => {
  options = payable
})

export function useCalculationOptions(): [CalculationOptions, (part: Partial<CalculationOptions>) => void] {
  return [useSyncExternalStore(subscribe, () => options), change]
}

function change(part: Partial<CalculationOptions>): void {
  options = { ...options, ...part }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
