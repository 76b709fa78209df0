import type { IssuedController } from '@ohmstead/contract/controller-setup'
import type { ControllerView } from '@ohmstead/contract/controllers'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { controllersQuery } from '../../shared/controllers/controllers-query.ts'
import { useLive } from '../../shared/live/use-live.ts'

interface FirstMessage {
  /** Seen since it has these credentials: renewed ones may wait for a device that was seen before. */
  isFound: boolean
  /** The newest one since then, so that nobody waits for refused readings. */
  refusal: ControllerView['refusals'][number] | null
}

/** The state of a controller with fresh credentials: at once if the stream reports it, else within seconds. */
export function useFirstMessage({ id, location_id, issued_at }: IssuedController): FirstMessage {
  const isOnline = useLive(location_id).controllers[id] === true
  const { data, refetch } = useQuery({ ...controllersQuery(location_id), refetchInterval: 3000 })
  useEffect(() => {
    if (isOnline) void refetch()
  }, [isOnline, refetch])
  const controller = data?.find((one) => one.id === id)
  const refusals = controller?.refusals.filter(({ last_at }) => last_at > issued_at) ?? []
  return {
    isFound: (controller?.last_seen_at ?? 0) > issued_at,
    refusal: refusals.toSorted((one, other) => other.last_at - one.last_at)[0] ?? null,
  }
}
