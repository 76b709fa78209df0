import { useSyncExternalStore } from 'react'
import { onWipe } from '../../lib/local-store.ts'

/** Lines that the network fee itself does not have. */
export interface CalculationOptions {
  levies: boolean
  vat: boolean
}

/** What one really pays: first on every page, in every document and for every advice. */
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
