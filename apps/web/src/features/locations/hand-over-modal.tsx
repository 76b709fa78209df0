import type { LocationView } from '@ohmstead/contract/locations'
import type { HandOver } from '@ohmstead/domain/access/hand-over'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { companyControllersKey } from '../../shared/company-controllers-key.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { paths } from '../../shared/paths.ts'
import { locationPeopleKey, locationPeopleQuery } from '../../shared/people/location-people-query.ts'
import { PersonChoice } from '../../shared/people/person-choice.tsx'
import { PersonPicker } from '../../shared/people/person-picker.tsx'
import { adoptAccess } from '../../shared/session/adopt-access.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { errorText, Skeleton } from '../../shared/states/page-states.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showToast } from '../../ui/toast-store.ts'

interface HandOverModalProps {
  location: LocationView
  reach: NonNullable<HandOver>
  ownerName: string | null
  onClose: () => void
}

/** Sets another owner of a location; a former owner may keep access. */
export function HandOverModal({ location, reach, ownerName, onClose }: HandOverModalProps) {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id: locationId, owner_id: ownerId } = location
  const isMine = ownerId === user.id
  const [userId, setUserId] = useState(ownerId)
  const [keepAccess, setKeepAccess] = useState(isMine)
  const loses = isMine && reach === 'shared' && !keepAccess
  const save = useMutation({
    mutationFn: () =>
      call('PUT /locations/:locationId/owner', { params: { locationId }, body: { userId, keepAccess } }),
    onSuccess: async () => {
      onClose()
      if (loses) await navigate({ to: paths.userPrivacy })
      await adoptAccess(queryClient)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: locationQuery(locationId).queryKey }),
        queryClient.invalidateQueries({ queryKey: locationPeopleKey(locationId) }),
        queryClient.invalidateQueries({ queryKey: companyControllersKey }),
      ])
      showToast(t('locations.owner.done'), { tone: 'success' })
    },
  })
  return (
    <FormModal
      title={t('locations.owner.change')}
      failure={save.error && failureText(save.error, t)}
      action={t('locations.owner.change')}
      isDangerous={loses}
      isDisabled={userId === ownerId}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p>{t(isMine ? 'locations.owner.text' : 'locations.owner.text_admin')}</p>
      {reach === 'company' ? (
        <PersonPicker
          companyId={location.company.id}
          legend={t('locations.owner.new')}
          none={t('locations.settings.no_owner')}
          value={userId}
          onChange={setUserId}
        />
      ) : (
        <SharedPeople locationId={locationId} ownerId={ownerId} value={userId} onChange={setUserId} />
      )}
      {ownerId !== null && (
        <div>
          <Checkbox
            label={
              isMine ? t('locations.owner.keep_own') : t('locations.owner.keep', { name: ownerName ?? '' })
            }
            checked={keepAccess}
            onChange={setKeepAccess}
          />
          {loses && <p>{t('locations.owner.lose')}</p>}
        </div>
      )}
    </FormModal>
  )
}

/** People with whom the location is already shared: no stranger is handed a home. */
function SharedPeople({
  locationId,
  ownerId,
  value,
  onChange,
}: {
  locationId: number
  ownerId: number | null
  value: number | null
  onChange: (userId: number | null) => void
}) {
  const t = useT()
  const { data, error } = useQuery(locationPeopleQuery(locationId))
  if (error && !data) return <p role="alert">{errorText(error, t)}</p>
  if (!data) return <Skeleton height={120} radius={8} />
  const people = data.filter(({ id }) => id !== ownerId)
  if (people.length === 0) return <p>{t('locations.owner.nobody_shared')}</p>
  return <PersonChoice legend={t('locations.owner.new')} people={people} value={value} onChange={onChange} />
}
