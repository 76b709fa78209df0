import type { CompanySettingsView } from '@ohmstead/contract/company-settings'
import { companySettingsFormRules } from '@ohmstead/domain/forms/company-settings-form'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { ThemeTiles } from '../../shared/theme-tiles.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import cardStyles from '../../ui/settings-card.module.css'
import { SettingsCard } from '../../ui/settings-card.tsx'
import formStyles from '../../ui/settings-form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { isTheme } from '../../ui/themes.ts'
import { showToast } from '../../ui/toast-store.ts'
import { BrandImages, BrandPreview } from './brand-images.tsx'
import { companyGroupsQuery, useAdoptSettings } from './company-settings-query.ts'
import { useThemePreview } from './use-theme-preview.ts'

const textFields = [
  ['identity', ['name', 'productName', 'platformName', 'slogan']],
  ['address', ['domain', 'identifier']],
  ['contact', ['contactEmail', 'contactPhone', 'supportEmail']],
  ['links', ['privacyPolicyUrl', 'termsUrl', 'registrationUrl']],
  ['sender', ['senderName', 'senderEmail']],
] as const
type TextName = (typeof textFields)[number][1][number]

const examples: Partial<Record<TextName, string>> = {
  domain: 'energy.example.com',
  identifier: 'example',
  contactEmail: 'office@example.com',
  contactPhone: '+386 1 234 56 78',
  supportEmail: 'help@example.com',
  privacyPolicyUrl: 'https://example.com/privacy',
  termsUrl: 'https://example.com/terms',
  registrationUrl: 'https://example.com/join',
  senderEmail: 'energy@example.com',
}

const types: Partial<Record<TextName, string>> = {
  contactEmail: 'email',
  supportEmail: 'email',
  senderEmail: 'email',
  contactPhone: 'tel',
  privacyPolicyUrl: 'url',
  termsUrl: 'url',
  registrationUrl: 'url',
}

/** All input; nothing applies before it is saved, but a theme is previewed while it is chosen. */
export function CompanySettingsForm({
  companyId,
  settings,
}: {
  companyId: number
  settings: CompanySettingsView
}) {
  const t = useT()
  const adopt = useAdoptSettings(companyId)
  const { data: groups = [] } = useQuery(companyGroupsQuery(companyId))
  const names = textFields.flatMap(([, fields]) => [...fields]) as TextName[]
  const texts = Object.fromEntries(names.map((name) => [name, settings[name] ?? ''])) as Record<
    TextName,
    string
  >
  const labels = Object.fromEntries(names.map((name) => [name, t(`company_settings.field.${name}`)]))
  const form = useForm<Record<TextName | 'theme' | 'defaultLocationGroupId', string>>({
    initial: {
      ...texts,
      theme: settings.theme ?? '',
      defaultLocationGroupId: String(settings.defaultLocationGroupId ?? ''),
    },
    rules: companySettingsFormRules,
    labels,
    send: async ({ theme, defaultLocationGroupId, ...given }) => {
      const answer = await call('PUT /companies/:companyId/settings', {
        params: { companyId },
        body: {
          ...given,
          theme: isTheme(theme) ? theme : null,
          defaultLocationGroupId: defaultLocationGroupId ? Number(defaultLocationGroupId) : null,
        },
      })
      await adopt(answer.settings)
      showToast(t('company_settings.done.saved'), { tone: 'success' })
    },
  })
  useThemePreview(form.values.theme !== (settings.theme ?? '') ? form.values.theme : '')
  return (
    <form onSubmit={form.submit} noValidate className={formStyles.form}>
      {form.failure && (
        <p className={cardStyles.error} role="alert">
          {form.failure}
        </p>
      )}
      {textFields.map(([section, fields]) => (
        <SettingsCard key={section} label={t(`company_settings.section.${section}`)}>
          {section === 'identity' && (
            <>
              <BrandPreview
                logo={settings.logo}
                name={form.values.platformName || form.values.name}
                slogan={form.values.slogan}
              />
              <BrandImages companyId={companyId} settings={settings} />
            </>
          )}
          <div className={cardStyles.body}>
            <div>
              <h2>{t(`company_settings.section.${section}`)}</h2>
              <p className={cardStyles.soft}>{t(`company_settings.text.${section}`)}</p>
            </div>
            <div className={formStyles.fields}>
              {fields.map((name) => (
                <TextField
                  key={name}
                  {...form.text(name)}
                  help={t(`company_settings.help.${name}`)}
                  placeholder={examples[name]}
                  type={types[name] ?? 'text'}
                  autoComplete="off"
                />
              ))}
              {section === 'address' && (
                <SelectField
                  {...form.text('defaultLocationGroupId')}
                  label={t('company_settings.field.defaultLocationGroupId')}
                  help={t('company_settings.help.defaultLocationGroupId')}
                  placeholder={t('company_settings.group.root')}
                  options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
                />
              )}
            </div>
            {section === 'identity' && (
              <ThemeTiles
                label={t('account.settings.theme')}
                value={form.values.theme}
                none={t('company_settings.theme.site')}
                onChange={form.text('theme').onChange}
              />
            )}
          </div>
        </SettingsCard>
      ))}
      <div className={formStyles.save}>
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          {t('common.action.save')}
        </Button>
      </div>
    </form>
  )
}
