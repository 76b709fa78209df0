import { useSyncExternalStore } from 'react'
import { isCloudReachable, subscribeToReachability } from '../lib/reachability.ts'

/** False while nothing of the cloud is heard: what is shown is then what was known. */
export function useCloudReachable(): boolean {
  return useSyncExternalStore(subscribeToReachability, isCloudReachable)
}
