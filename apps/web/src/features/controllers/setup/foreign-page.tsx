import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { controllersQuery } from '../../../shared/controllers/controllers-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { locationQuery } from '../../../shared/locations/location-query.ts'
import { paths } from '../../../shared/paths.ts'
import type { NewPlace } from '../../../shared/places/place-fields.tsx'
import { PricesHead } from '../../../shared/pricing/prices-head.tsx'
import { adoptAccess } from '../../../shared/session/adopt-access.ts'
import { useUser } from '../../../shared/session/current-user.ts'
import { useSetupSearch } from '../../../shared/setup/setup-search.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { setupToastMs, showToast } from '../../../ui/toast-store.ts'
import { ConnectStep } from '../connect-step.tsx'
import { PlaceStep } from '../place-step.tsx'
import styles from './foreign-page.module.css'
import { type ChosenProtocol, ProtocolStep } from './protocol-step.tsx'
import { WhereStep } from './where-step.tsx'

/** A device without a serial of ours: its location, what it is, and then what to type into it, which is shown only this once. */
export function ForeignPage() {
  const { location: locationId } = useSetupSearch()
  const [own] = useUser().locations
  if (locationId !== undefined) return <OfLocation locationId={locationId} />
  return <NewDevice location={own ?? null} isChosen={false} />
}

function OfLocation({ locationId }: { locationId: number }) {
  const { data, error, refetch } = useQuery(locationQuery(locationId))
  if (data) return <NewDevice location={data} />
  if (error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} radius={16} />
}

interface NewDeviceProps {
  location: { id: number; name: string } | null
  /** Whether the address says for which location; otherwise a person with several is asked. */
  isChosen?: boolean
}

export function NewDevice({ location, isChosen = true }: NewDeviceProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const [place, setPlace] = useState<NewPlace | null>(null)
  // A location created by a failed attempt is used again by the next one.
  const [made, setMade] = useState(location)
  const create = useMutation({
    mutationFn: async (chosen: ChosenProtocol) => {
      const target = made ?? (await call('POST /locations', { body: place! })).location
      setMade(target)
      return call('POST /controllers', { body: { ...chosen, locationId: target.id } })
    },
    onSuccess: async ({ location_id: id }) => {
      if (place) showToast(t('setup.setup_success'), { tone: 'success', delayMs: setupToastMs })
      await adoptAccess(queryClient)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: locationQuery(id).queryKey }),
        queryClient.invalidateQueries(controllersQuery(id)),
      ])
    },
    onError: () => {
      if (place) showToast(t('setup.setup_failed'), { tone: 'danger', delayMs: setupToastMs })
    },
  })
  return (
    <div className={styles.page}>
      <PricesHead
        title={t(create.data ? 'controllers.credentials.heading' : 'titles.setup_foreign')}
        {...(made && { lead: made.name })}
        parent={{ to: paths.setup, title: t('titles.setup') }}
      />
      {create.data ? (
        <ConnectStep issued={create.data} onClose={() => undefined} />
      ) : !made && !place ? (
        <PlaceStep onDone={setPlace} />
      ) : (
        <>
          <p>{t('controllers.foreign.lead')}</p>
          {!isChosen && !place && <WhereStep value={made} onChange={setMade} />}
          <ProtocolStep
            error={create.error}
            isBusy={create.isPending}
            onDone={(chosen) => create.mutate(chosen)}
          />
        </>
      )}
    </div>
  )
}
