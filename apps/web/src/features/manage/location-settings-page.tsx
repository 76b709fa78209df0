import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/location-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from '../user/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../user/settings-card.tsx'
import { LocationOwner } from './location-owner.tsx'
import pageStyles from './location-settings-page.module.css'
import { RemoveLocation } from './remove-location.tsx'

/** The name of a location, where it is, and its end. */
export function LocationSettingsPage() {
  const t = useT()
  const locationId = useRouteIds().locationId ?? 0
  const { data: location, error, refetch } = useLocationView(locationId)
  if (!location && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={pageStyles.page}>
      <PageHead title={t('titles.location_settings')} text={t('manage.settings.lead')} />
      {!location ? (
        <Skeleton height={200} radius={16} />
      ) : (
        <>
          <SettingsCard>
            <div className={styles.body}>
              <NameForm key={location.id} locationId={location.id} name={location.name} />
            </div>
          </SettingsCard>
          <SettingsCard>
            <SettingsRow title={t('manage.settings.company')}>
              <span>{location.company.name}</span>
            </SettingsRow>
            <LocationOwner location={location} />
            <SettingsRow title={t('manage.settings.timezone')}>
              <span>{location.timezone.name}</span>
            </SettingsRow>
          </SettingsCard>
          <RemoveLocation location={location} />
        </>
      )}
    </div>
  )
}

function NameForm({ locationId, name }: { locationId: number; name: string }) {
  const t = useT()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { name },
    rules: { name: nameRules(200) },
    labels: { name: t('manage.settings.name') },
    send: async (values) => {
      await call('PUT /locations/:locationId', { params: { locationId }, body: { name: values.name.trim() } })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['location', locationId] }),
        queryClient.invalidateQueries({ queryKey: ['location-group'] }),
        queryClient.invalidateQueries({ queryKey: ['menu'] }),
      ])
      showToast(t('manage.settings.saved'), { tone: 'success' })
    },
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failure && (
        <p className={styles.error} role="alert">
          {form.failure}
        </p>
      )}
      <TextField {...form.text('name')} autoComplete="off" />
      <Button type="submit" variant="primary" isBusy={form.isBusy}>
        {t('common.action.save')}
      </Button>
    </form>
  )
}
