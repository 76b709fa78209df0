import { useLingui } from '@lingui/react'
import type { UserSettings } from '@ohmstead/contract/users'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { Theme } from '../../ui/themes.ts'
import { showToast } from '../../ui/toast-store.ts'
import { switchLocale } from '../i18n/catalogue.ts'
import { useT } from '../i18n/use-t.ts'
import { setThemeChoice, useTheme } from '../theme-choice.ts'
import { getUser, setUser } from './current-user.ts'

type Change = Partial<UserSettings> & { locale?: Locale | null }

/** Language, theme and view settings: they change at once and revert with a message if saving fails. */
export function usePreferences() {
  const t = useT()
  const { i18n } = useLingui()
  const theme = useTheme()
  const save = useMutation({
    mutationFn: async (change: Change) => (await call('PUT /auth/user/settings', { body: change })).user,
    onSuccess: setUser,
    onError: () => showToast(t('account.settings.failed'), { tone: 'danger' }),
  })
  const saveIfSignedIn = async (change: Change) => {
    if (getUser()) await save.mutateAsync(change)
  }
  return {
    locale: i18n.locale,
    theme,
    async setLocale(locale: Locale) {
      const before = i18n.locale
      try {
        await switchLocale(locale)
      } catch {
        showToast(t('account.settings.failed'), { tone: 'danger' })
        return
      }
      await saveIfSignedIn({ locale }).catch(() => switchLocale(before))
    },
    async setTheme(next: Theme) {
      setThemeChoice(next)
      await saveIfSignedIn({ theme: next }).catch(() => setThemeChoice(theme))
    },
    /** The others apply once the server has them; components read them from the person. */
    change: (settings: Partial<Omit<UserSettings, 'theme'>>) => saveIfSignedIn(settings).catch(() => {}),
  }
}
