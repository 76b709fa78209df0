import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { getLiveHub } from './browser-live-hub.ts'
import type { LiveConnection, LiveMessage } from './live-source.ts'
import { type LiveLocation, unknownLocation } from './live-state.ts'

export interface Live extends LiveLocation {
  connection: LiveConnection
}

const noSubscription = () => () => {}

/** The newest values, alarm count and controllers of a location while the component is mounted; null watches nothing. */
export function useLive(locationId: number | null): Live {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (locationId === null) return noSubscription()
      const hub = getLiveHub()
      const unwatch = hub.watch(locationId)
      const unsubscribe = hub.subscribe(listener)
      return () => {
        unsubscribe()
        unwatch()
      }
    },
    [locationId],
  )
  const location = useSyncExternalStore(subscribe, () =>
    locationId === null ? unknownLocation : getLiveHub().location(locationId),
  )
  const connection = useSyncExternalStore(subscribe, () =>
    locationId === null ? 'connecting' : getLiveHub().connection(),
  )
  return { ...location, connection }
}

/** Receives every live message of this browser, whichever location it is about; watches nothing by itself. */
export function useLiveMessages(listener: (message: LiveMessage) => void): void {
  useEffect(() => getLiveHub().onMessage(listener), [listener])
}
