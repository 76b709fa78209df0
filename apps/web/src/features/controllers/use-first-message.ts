import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../shared/live/use-live.ts'
import { locationQuery } from '../../shared/location-query.ts'

/** Whether a controller has been heard of: live where the stream says so, else seen by asking every few seconds. */
export function useFirstMessage(locationId: number, controllerId: number): boolean {
  const live = useLive(locationId)
  const { data: location } = useQuery({ ...locationQuery(locationId), refetchInterval: 3000 })
  const controller = location?.controllers.find(({ id }) => id === controllerId)
  return live.controllers[controllerId] === true || (controller?.last_seen_at ?? null) !== null
}
