import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../lib/local-store.ts'

const listeners = new Set<() => void>()
let selected: number | null = Number(readStored('company')) || null

/** The company whose menu a super admin works in; kept in the browser until the next sign-in. */
export function selectCompany(companyId: number | null): void {
  if (companyId === selected) return
  selected = companyId
  writeStored('company', companyId === null ? null : String(companyId))
  for (const listener of listeners) listener()
}

export function getSelectedCompany(): number | null {
  return selected
}

export function useSelectedCompany(): number | null {
  return useSyncExternalStore(subscribe, getSelectedCompany)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
