import type { LocationPersonView } from '@ohmstead/contract/people'
import { IconUserMinus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { LeaveLocation } from '../../shared/people/leave-location.tsx'
import {
  locationPeopleQuery,
  type SwitchableFlag,
  switchableFlags,
} from '../../shared/people/location-people-query.ts'
import styles from '../../shared/people/people.module.css'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useGrant } from './use-grant.ts'

interface LocationPersonCardProps {
  person: LocationPersonView
  locationId: number
  locationName: string
}

/** A person with access: their rights, switched at once and switched back on failure. */
export function LocationPersonCard({ person, locationId, locationName }: LocationPersonCardProps) {
  const t = useT()
  const me = useUser()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const query = locationPeopleQuery(locationId)
  const params = { locationId, userId: person.id }
  const name = formatPersonName(person)
  const fail = (error: unknown) => showToast(errorText(error, t), { tone: 'danger' })
  const grant = useGrant(locationId, person)
  const remove = useMutation({
    mutationFn: () => call('DELETE /locations/:locationId/users/:userId', { params }),
    onSuccess: () => showToast(t('people.location.removed', { name }), { tone: 'success' }),
    onError: fail,
    onSettled: () => {
      setAsking(false)
      return queryClient.invalidateQueries(query)
    },
  })
  const isShown = (flag: SwitchableFlag) =>
    grant.isPending && grant.variables.flag === flag ? grant.variables.isOn : person.permissions[flag]
  const lockedBecause = person.can_change
    ? undefined
    : t(`people.locked.${person.is_owner ? 'owner' : person.id === me.id ? 'own' : 'other'}`)
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <h2>
          {name} {person.id === me.id && <span className={styles.badge}>{t('people.common.you')}</span>}{' '}
          {person.is_owner && <span className={styles.badge}>{t('people.common.owner')}</span>}
        </h2>
        <p>{person.email}</p>
      </div>
      {person.id === me.id && !person.is_owner && (
        <LeaveLocation locationId={locationId} name={locationName} />
      )}
      {person.can_change && (
        <IconButton
          className={styles.remove}
          label={t('people.location.remove_of', { name })}
          onClick={() => setAsking(true)}
        >
          <IconUserMinus size={18} stroke={1.6} />
        </IconButton>
      )}
      <fieldset className={styles.flags}>
        <legend className="visually-hidden">{t('people.location.flags_of', { name })}</legend>
        <Switch
          checked
          lockedBecause={lockedBecause ?? t('people.locked.view')}
          label={t('people.flag.view')}
          onChange={() => {}}
        />
        {switchableFlags.map((flag) => (
          <Switch
            key={flag}
            label={t(`people.flag.${flag}`)}
            checked={isShown(flag)}
            isBusy={grant.isPending}
            lockedBecause={lockedBecause}
            onChange={(isOn) => grant.mutate({ flag, isOn })}
          />
        ))}
        {lockedBecause && (
          <p className={styles.soft} aria-hidden>
            {lockedBecause}
          </p>
        )}
      </fieldset>
      {isAsking && (
        <ConfirmModal
          isDangerous
          title={t('people.location.remove_title')}
          text={t('people.location.remove_text', { name, location: locationName })}
          action={t('people.location.remove')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
