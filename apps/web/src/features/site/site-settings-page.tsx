import type { SiteSettingsView } from '@ohmstead/contract/site'
import { siteSettingsFormRules } from '@ohmstead/domain/forms/site-settings-form'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { userQuery } from '../../shared/session/current-user.ts'
import { siteQuery } from '../../shared/site.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import cardStyles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard } from '../../ui/settings-card.tsx'
import formStyles from '../../ui/settings-form.module.css'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { OwnFactorWarning } from './own-factor-warning.tsx'

const siteSettingsQuery = queryOptions({
  queryKey: ['site-settings'],
  queryFn: async ({ signal }) => (await call('GET /site/settings', { signal })).settings,
})

/** The platform's contact and links, and the maintenance message. */
export function SiteSettingsPage() {
  const t = useT()
  const { data: settings, error, refetch } = useQuery(siteSettingsQuery)
  if (!settings && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <PageHead title={t('titles.site_settings')} text={t('site.page.lead')} />
      {settings ? <SiteSettingsForm settings={settings} /> : <Skeleton height={480} radius={16} />}
    </>
  )
}

function SiteSettingsForm({ settings }: { settings: SiteSettingsView }) {
  const t = useT()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: {
      platformName: settings.platformName ?? '',
      maintenanceMessage: settings.maintenanceMessage ?? '',
      supportEmail: settings.supportEmail ?? '',
      privacyPolicyUrl: settings.privacyPolicyUrl ?? '',
      termsUrl: settings.termsUrl ?? '',
      registrationUrl: settings.registrationUrl ?? '',
      isInMaintenance: settings.isInMaintenance,
      secondFactorDays: String(settings.secondFactorDays ?? ''),
    },
    rules: siteSettingsFormRules,
    labels: {
      platformName: t('company_settings.field.platformName'),
      isInMaintenance: t('site.field.isInMaintenance'),
      maintenanceMessage: t('site.field.maintenanceMessage'),
      supportEmail: t('company_settings.field.supportEmail'),
      privacyPolicyUrl: t('company_settings.field.privacyPolicyUrl'),
      termsUrl: t('company_settings.field.termsUrl'),
      registrationUrl: t('company_settings.field.registrationUrl'),
      secondFactorDays: t('site.field.secondFactorDays'),
    },
    send: async (values) => {
      const secondFactorDays = values.secondFactorDays === '' ? null : Number(values.secondFactorDays)
      const answer = await call('PUT /site/settings', { body: { ...values, secondFactorDays } })
      queryClient.setQueryData(siteSettingsQuery.queryKey, answer.settings)
      await Promise.all([
        queryClient.invalidateQueries(siteQuery),
        // The rule may apply to its author.
        queryClient.invalidateQueries(userQuery),
      ])
      showToast(t('site.done.saved'), { tone: 'success' })
    },
  })
  const chosenDays = form.values.secondFactorDays
  const isDemanded = chosenDays !== '' && chosenDays !== String(settings.secondFactorDays ?? '')
  const days = [...new Set([7, 14, 30, settings.secondFactorDays ?? 7])].filter((count) => count > 0)
  const graces = [
    { value: '', label: t('site.second_factor.off') },
    { value: '0', label: t('site.second_factor.at_once') },
    ...days
      .sort((a, b) => a - b)
      .map((count) => ({
        value: String(count),
        label: t('site.second_factor.after', { count }),
      })),
  ]
  return (
    <form onSubmit={form.submit} noValidate className={formStyles.form}>
      {form.failure && (
        <p className={cardStyles.error} role="alert">
          {form.failure}
        </p>
      )}
      <SettingsCard label={t('company_settings.field.platformName')}>
        <div className={cardStyles.body}>
          <TextField
            {...form.text('platformName')}
            help={t('company_settings.help.platformName')}
            placeholder={t('app.name')}
            autoComplete="off"
          />
        </div>
      </SettingsCard>
      <SettingsCard label={t('site.maintenance.heading')}>
        <div className={cardStyles.body}>
          <div>
            <h2>{t('site.maintenance.heading')}</h2>
            <p className={cardStyles.soft}>{t('site.maintenance.text')}</p>
          </div>
          <Checkbox {...form.check('isInMaintenance')} label={t('site.field.isInMaintenance')} />
          <TextAreaField {...form.text('maintenanceMessage')} placeholder={t('shell.maintenance.default')} />
        </div>
      </SettingsCard>
      <SettingsCard label={t('site.second_factor.heading')}>
        <div className={cardStyles.body}>
          <div>
            <h2>{t('site.second_factor.heading')}</h2>
            <p className={cardStyles.soft}>{t('site.second_factor.text')}</p>
          </div>
          <SelectField {...form.text('secondFactorDays')} options={graces} />
          {isDemanded && <OwnFactorWarning days={Number(chosenDays)} />}
        </div>
      </SettingsCard>
      <SettingsCard label={t('company_settings.section.contact')}>
        <div className={cardStyles.body}>
          <div>
            <h2>{t('company_settings.section.contact')}</h2>
            <p className={cardStyles.soft}>{t('company_settings.text.contact')}</p>
          </div>
          <div className={formStyles.fields}>
            <TextField
              {...form.text('supportEmail')}
              help={t('company_settings.help.supportEmail')}
              type="email"
              autoComplete="off"
            />
          </div>
        </div>
      </SettingsCard>
      <SettingsCard label={t('company_settings.section.links')}>
        <div className={cardStyles.body}>
          <div>
            <h2>{t('company_settings.section.links')}</h2>
            <p className={cardStyles.soft}>{t('company_settings.text.links')}</p>
          </div>
          <div className={formStyles.fields}>
            {(['privacyPolicyUrl', 'termsUrl', 'registrationUrl'] as const).map((name) => (
              <TextField
                key={name}
                {...form.text(name)}
                help={t(`company_settings.help.${name}`)}
                type="url"
                autoComplete="off"
              />
            ))}
          </div>
        </div>
      </SettingsCard>
      <div className={formStyles.save}>
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          {t('common.action.save')}
        </Button>
      </div>
    </form>
  )
}
