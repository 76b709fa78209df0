import { type Locale, supportedLocales } from '@ohmstead/domain/i18n/locales'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiAddress } from '../../lib/call.ts'
import { localeNames } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { usePreferences } from '../../shared/session/use-preferences.ts'
import { ThemeTiles } from '../../shared/theme-tiles.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { isTheme } from '../../ui/themes.ts'
import { showToast } from '../../ui/toast-store.ts'

const dataViews = ['latest', 'realtime'] as const
const timeFormats = ['24h', '12h'] as const
const unitScalings = ['auto', 'base', 'kilo'] as const

/** Every change takes effect at once; there is nothing to save. */
export function SettingsPage() {
  const t = useT()
  const { settings } = useUser()
  const { locale, theme, setLocale, setTheme, change } = usePreferences()
  useProviderOutcome()
  return (
    <>
      <PageHead title={t('account.settings.heading')} text={t('account.settings.lead')} />
      <SettingsCard>
        <SettingsRow title={t('account.settings.language')} text={t('account.settings.language_text')}>
          <SelectField
            isLabelHidden
            label={t('account.settings.language')}
            value={locale}
            options={supportedLocales.map((value) => ({ value, label: localeNames[value] }))}
            onChange={(value) => void setLocale(value as Locale)}
          />
        </SettingsRow>
        <SettingsRow title={t('account.settings.time_format')} text={t('account.settings.time_format_text')}>
          <SelectField
            isLabelHidden
            label={t('account.settings.time_format')}
            value={settings.timeFormat}
            options={timeFormats.map((value) => ({ value, label: t(`account.settings.time_${value}`) }))}
            onChange={(value) => void change({ timeFormat: value as (typeof timeFormats)[number] })}
          />
        </SettingsRow>
        <SettingsRow title={t('account.settings.units')} text={t('account.settings.units_text')}>
          <SelectField
            isLabelHidden
            label={t('account.settings.units')}
            value={settings.units}
            options={unitScalings.map((value) => ({ value, label: t(`account.settings.units_${value}`) }))}
            onChange={(value) => void change({ units: value as (typeof unitScalings)[number] })}
          />
        </SettingsRow>
        <SettingsRow title={t('account.settings.data_view')} text={t('account.settings.data_view_text')}>
          <SelectField
            isLabelHidden
            label={t('account.settings.data_view')}
            value={settings.initialDataView}
            options={dataViews.map((value) => ({ value, label: t(`account.settings.data_view_${value}`) }))}
            onChange={(value) => void change({ initialDataView: value as (typeof dataViews)[number] })}
          />
        </SettingsRow>
      </SettingsCard>
      <SettingsCard>
        <div className={styles.body}>
          <div>
            <h2>{t('account.settings.theme')}</h2>
            <p className={styles.soft}>{t('account.settings.theme_text')}</p>
          </div>
          <ThemeTiles
            isLabelHidden
            label={t('account.settings.theme')}
            value={theme}
            onChange={(value) => isTheme(value) && void setTheme(value)}
          />
        </div>
      </SettingsCard>
      <SettingsCard>
        <SettingsRow title={t('account.settings.api')} text={t('account.settings.api_text')}>
          <span>
            <a href={apiAddress('/docs')} target="_blank" rel="noreferrer">
              {t('account.settings.api_reference')}
            </a>
          </span>
        </SettingsRow>
      </SettingsCard>
    </>
  )
}

/** Providers redirect here after connecting. */
function useProviderOutcome(): void {
  const t = useT()
  const navigate = useNavigate()
  const { oauth } = useSearch({ strict: false }) as { oauth?: unknown }
  useEffect(() => {
    if (oauth !== 'linked' && oauth !== 'taken') return
    showToast(t(`auth.oauth.${oauth}`), { tone: oauth === 'linked' ? 'success' : 'danger', delayMs: 5000 })
    void navigate({ to: paths.providers, replace: true })
  }, [oauth, t, navigate])
}
