import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { controllersQuery } from '../../../shared/controllers/controllers-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { locationQuery } from '../../../shared/locations/location-query.ts'
import { menuKey } from '../../../shared/navigation/menu-query.ts'
import { hasRole, setUser, userQuery, useUser } from '../../../shared/session/current-user.ts'
import { setupToastMs, showToast } from '../../../ui/toast-store.ts'
import { ConnectStep } from '../connect-step.tsx'
import { type NewPlace, PlaceStep } from '../place-step.tsx'
import { type ChosenProtocol, ProtocolStep } from './protocol-step.tsx'
import styles from './setup-page.module.css'
import { WhereStep } from './where-step.tsx'

/** Any device that is not one of ours: for which location, what it is, what to type into it, and whether that is right. */
export function ForeignDevicePage() {
  const t = useT()
  const user = useUser()
  const queryClient = useQueryClient()
  const { location } = useSearch({ strict: false })
  const isPreset = location !== undefined
  const own = user.locations
  const [locationId, setLocationId] = useState<number | null>(location ?? own[0]?.id ?? null)
  const [place, setPlace] = useState<NewPlace | null>(null)
  const create = useMutation({
    mutationFn: async ({ protocol, kind }: ChosenProtocol) => {
      const target = locationId ?? (await createLocation(place!))
      // A location created by a failed attempt is used again by the next one.
      setLocationId(target)
      return call('POST /controllers', { body: { kind, protocol, locationId: target } })
    },
    onSuccess: async ({ location_id: id }) => {
      if (place) showToast(t('setup.setup_success'), { tone: 'success', delayMs: setupToastMs })
      // The person's permissions, menu and lists now include what is new.
      setUser(await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: menuKey }),
        queryClient.invalidateQueries({ queryKey: locationQuery(id).queryKey }),
        queryClient.invalidateQueries(controllersQuery(id)),
      ])
    },
  })
  const mayMakePlace = hasRole(user, 'ROLE_USER_BASIC') && !hasRole(user, 'ROLE_AGGREGATOR')
  return (
    <div className={styles.page}>
      <h1>{t('controllers.foreign.heading')}</h1>
      {create.data ? (
        <ConnectStep issued={create.data} />
      ) : locationId === null && !place ? (
        <PlaceStep onCancel={() => window.history.back()} onDone={setPlace} />
      ) : (
        <>
          <p>{t('controllers.foreign.lead')}</p>
          {!isPreset && !place && (
            <WhereStep
              locations={own}
              value={locationId}
              onChange={setLocationId}
              mayMakePlace={mayMakePlace}
            />
          )}
          <ProtocolStep error={create.error} isBusy={create.isPending} onDone={(chosen) => create.mutate(chosen)} />
        </>
      )}
    </div>
  )
}

async function createLocation({ name, countryCode, region, timezone }: NewPlace): Promise<number> {
  const { location } = await call('POST /locations', { body: { name, countryCode, region, timezone } })
  return location.id
}
