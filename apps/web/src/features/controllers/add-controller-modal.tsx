import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { controllersQuery } from '../../shared/controllers/controllers-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { setUser, userQuery } from '../../shared/session/current-user.ts'
import { Modal } from '../../ui/modal.tsx'
import { setupToastMs, showToast } from '../../ui/toast-store.ts'
import { ConnectStep } from './connect-step.tsx'
import { KindStep } from './kind-step.tsx'
import { type NewPlace, PlaceStep } from './place-step.tsx'

interface AddControllerModalProps {
  /** Its location; without one the location is created first. */
  location?: { id: number; name: string }
  onClose: () => void
}

/** Location (if there is none yet), kind, and then the credentials, which are shown only this once. */
export function AddControllerModal({ location, onClose }: AddControllerModalProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const [place, setPlace] = useState<NewPlace | null>(null)
  // A location created by a failed attempt is used again by the next one.
  const [made, setMade] = useState<{ id: number; name: string } | null>(location ?? null)
  const create = useMutation({
    mutationFn: async (kind: ControllerKind) => {
      const target = made ?? (await createLocation(place!))
      setMade(target)
      return {
        issued: await call('POST /controllers', { body: { kind, locationId: target.id } }),
        location: target,
      }
    },
    onSuccess: async ({ location: { id } }) => {
      if (!location) showToast(t('setup.setup_success'), { tone: 'success', delayMs: setupToastMs })
      // The person's permissions, menu and lists now include the new location.
      setUser(await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: menuKey }),
        queryClient.invalidateQueries({ queryKey: locationQuery(id).queryKey }),
        queryClient.invalidateQueries(controllersQuery(id)),
      ])
    },
    onError: () => {
      if (!location) showToast(t('setup.setup_failed'), { tone: 'danger', delayMs: setupToastMs })
    },
  })
  const isConnecting = create.data !== undefined
  return (
    <Modal
      title={t(isConnecting ? 'controllers.credentials.heading' : 'controllers.add.heading')}
      closeLabel={t('common.action.close')}
      size={isConnecting ? 'wide' : 'normal'}
      closesOnMask={false}
      onClose={onClose}
    >
      {create.data ? (
        <ConnectStep issued={create.data.issued} onClose={onClose} />
      ) : !made && !place ? (
        <PlaceStep onCancel={onClose} onDone={setPlace} />
      ) : (
        <KindStep
          error={create.error}
          isBusy={create.isPending}
          onBack={made ? null : () => setPlace(null)}
          onDone={(kind) => create.mutate(kind)}
        />
      )}
    </Modal>
  )
}

async function createLocation({
  name,
  countryCode,
  region,
  timezone,
}: NewPlace): Promise<{ id: number; name: string }> {
  const { location } = await call('POST /locations', { body: { name, countryCode, region, timezone } })
  return location
}
