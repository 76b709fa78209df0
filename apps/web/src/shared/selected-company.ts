import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../lib/local-store.ts'

const listeners = new Set<() => void>()
let selected: number | null = Number(readStored('company')) || null
let wasOpened = false

/** The company whose menu a super admin works in; stored in the browser until the next sign-in. */
export function selectCompany(companyId: number | null): void {
  wasOpened = companyId !== null
  if (companyId === selected) return
  selected = companyId
  writeStored('company', companyId === null ? null : String(companyId))
  for (const listener of listeners) listener()
}

/** Seeing the picker again after opening a company means having come back. */
export function wasCompanyOpened(): boolean {
  return wasOpened
}

/** The way home starts as if none had been opened. */
export function beginAtHome(): void {
  wasOpened = false
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
