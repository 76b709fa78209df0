import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { useSyncExternalStore } from 'react'
import { onWipe } from '../../../lib/local-store.ts'

// Custom powers, by metering point. They outlive the pages: Process anywhere sends the last ones.

const own = new Map<number, BlockPowers>()
const listeners = new Set<() => void>()
onWipe(() => own.clear())

export function readCustomPowers(deviceId: number): BlockPowers | null {
  return own.get(deviceId) ?? null
}

/** Null removes them. */
export function setCustomPowers(deviceId: number, powersKw: BlockPowers | null): void {
  if (powersKw) own.set(deviceId, powersKw)
  else own.delete(deviceId)
  for (const listener of listeners) listener()
}

export function useCustomPowers(deviceId: number): BlockPowers | null {
  return useSyncExternalStore(subscribe, () => readCustomPowers(deviceId))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
