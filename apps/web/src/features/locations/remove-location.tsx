import type { LocationView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { deletedLocationsQuery } from '../../shared/locations/deleted-locations-query.ts'
import { forgetLocation } from '../../shared/navigation/navigation-context.ts'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { adoptAccess } from '../../shared/session/adopt-access.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './goes-with-location.module.css'
import { GoesWithLocation } from './goes-with-location.tsx'

/** Deletes a location, for those who may decide it. */
export function RemoveLocation({ location }: { location: LocationView }) {
  const t = useT()
  const format = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id: locationId, name, company, timezone, owner_id: ownerId } = location
  // From administration back to the list of locations.
  const { companyId } = useRouteIds()
  const listed = useLocation({
    select: ({ pathname }) => (pathname.startsWith(paths.globalSettings) ? companyId : null),
  })
  const controllersPath = useLocation({
    select: ({ pathname }) => pathname.replace(/\/settings\/?$/, '/oem-devices'),
  })
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /locations/:locationId', { params: { locationId }, body: { confirmed: true } }),
    onSuccess: async ({ deletion_due_at }) => {
      // Leave first: the page of a hidden location would say that it does not exist.
      const back = ownerId === user.id ? paths.userPrivacy : paths.home
      await navigate({ to: listed === null ? back : paths.globalCompanyGroups(listed) })
      await adoptAccess(queryClient)
      forgetLocation(locationId)
      await queryClient.invalidateQueries(deletedLocationsQuery)
      const day = format.day(deletion_due_at, timezone.name)
      showToast(t('locations.settings.deleted', { name, day }), { tone: 'success' })
    },
    onError: (error) =>
      showToast(`${t('locations.delete.failed')} ${errorText(error, t)}`, { tone: 'danger' }),
    onSettled: () => setAsking(false),
  })
  const { controllers } = location
  const hasControllers = controllers.length > 0
  const resource = { kind: 'location' as const, companyId: company.id, locationId, ownerId }
  if (decide(actorOf(user), 'location.delete', resource) !== 'allowed') return null
  return (
    <SettingsCard>
      <SettingsRow
        title={t('locations.settings.delete')}
        text={
          hasControllers ? (
            <>
              {t('locations.settings.has_controllers')}
              {controllers.map(({ id, alias, unitId }) => (
                <Link key={id} className={styles.inTheWay} to={`${controllersPath}/${id}`}>
                  {alias ?? unitId}
                </Link>
              ))}
            </>
          ) : (
            t('locations.settings.delete_text')
          )
        }
      >
        <Button variant="danger" disabled={hasControllers} onClick={() => setAsking(true)}>
          {t('locations.settings.delete_action')}
        </Button>
      </SettingsRow>
      {isAsking && (
        <ConfirmModal
          isDangerous
          title={t('locations.settings.delete')}
          text={t('locations.settings.delete_confirm', { name })}
          action={t('locations.settings.delete_action')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <GoesWithLocation locationId={locationId} timeZone={timezone.name} />
        </ConfirmModal>
      )}
    </SettingsCard>
  )
}
