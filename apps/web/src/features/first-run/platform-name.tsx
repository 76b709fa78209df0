import { siteSettingsFormRules } from '@ohmstead/domain/forms/site-settings-form'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { siteQuery, useSite } from '../../shared/site.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './first-run.module.css'

/** The name in titles and mails; the rest of the site's settings has a separate page. */
export function PlatformName() {
  const site = useSite()
  return site && <NameForm current={site.platformName} />
}

function NameForm({ current }: { current: string }) {
  const t = useT()
  const queryClient = useQueryClient()
  const label = t('company_settings.field.platformName')
  const form = useForm({
    initial: { platformName: current },
    rules: { platformName: siteSettingsFormRules.platformName },
    labels: { platformName: label },
    send: async (values) => {
      await call('PUT /site/settings', { body: values })
      await queryClient.invalidateQueries(siteQuery)
      showToast(t('site.done.saved'), { tone: 'success' })
    },
  })
  return (
    <form className={styles.control} onSubmit={form.submit} noValidate>
      {form.failure && <p role="alert">{form.failure}</p>}
      <TextField {...form.text('platformName')} isLabelHidden autoComplete="off" />
      <Button type="submit" isBusy={form.isBusy}>
        {t('common.action.save')}
      </Button>
    </form>
  )
}
