import { useSyncExternalStore } from 'react'
import { isCloudReachable, subscribeToReachability } from '../lib/reachability.ts'

/** False while the cloud is unreachable: the shown data is the last known. */
export function useCloudReachable(): boolean {
  return useSyncExternalStore(subscribeToReachability, isCloudReachable)
}
