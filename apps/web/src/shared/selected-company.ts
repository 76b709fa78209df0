import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../lib/local-store.ts'

const listeners = new Set<() => void>()
let selected: number | null = Number(readStored('company')) || null
let wasOpened = false

/** The company whose menu a super admin works in; kept in the browser until the next sign-in. */
export function selectCompany(companyId: number | null): void {
  wasOpened = companyId !== null
  if (companyId === selected) return
  selected = companyId
  writeStored('company', companyId === null ? null : String(companyId))
  for (const listener of listeners) listener()
}

/** Whoever opened a company and sees the picker again has come back to it. */
export function wasCompanyOpened(): boolean {
  return wasOpened
}

/** The way home begins as if none had been opened. */
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
