import type { DeletedLocationView } from '@ohmstead/contract/locations'
import { IconHomeOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { adoptAccess } from '../session/adopt-access.ts'
import { errorText } from '../states/page-states.tsx'
import styles from './deleted-locations.module.css'
import { deletedLocationsQuery } from './deleted-locations-query.ts'
import { locationQuery } from './location-query.ts'

/** Locations that are being deleted, each with a button to restore it; nothing without any. One's own, or a company's. */
export function DeletedLocations({ companyId }: { companyId?: number }) {
  const t = useT()
  const { data } = useQuery(deletedLocationsQuery)
  const locations = (data?.locations ?? []).filter(({ company, is_own }) =>
    companyId === undefined ? is_own : company.id === companyId,
  )
  if (locations.length === 0) return null
  return (
    <section className={styles.section}>
      <div>
        <h2>{t('locations.deleted.heading')}</h2>
        <p className={styles.soft}>{t('locations.deleted.text')}</p>
      </div>
      <SettingsCard>
        {locations.map((location) => (
          <DeletedLocation key={location.id} location={location} />
        ))}
      </SettingsCard>
    </section>
  )
}

function DeletedLocation({ location }: { location: DeletedLocationView }) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { id: locationId, name, company, deletion_due_at: dueAt, timezone } = location
  const restore = useMutation({
    mutationFn: () => call('POST /locations/:locationId/restore', { params: { locationId } }),
    onSuccess: async () => {
      await adoptAccess(queryClient)
      await queryClient.invalidateQueries({ queryKey: locationQuery(locationId).queryKey })
      showToast(t('locations.deleted.undone', { name }), { tone: 'success' })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries(deletedLocationsQuery),
  })
  return (
    <SettingsRow
      title={name}
      text={t('locations.deleted.until', { company: company.name, day: format.day(dueAt, timezone.name) })}
      icon={<IconHomeOff size={20} stroke={1.6} aria-hidden />}
    >
      <Button
        size="small"
        aria-label={t('locations.deleted.undo_of', { name })}
        isBusy={restore.isPending}
        onClick={() => restore.mutate()}
      >
        {t('locations.deleted.undo')}
      </Button>
    </SettingsRow>
  )
}
