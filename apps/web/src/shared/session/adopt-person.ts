import type { UserView } from '@ohmstead/contract/users'
import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { switchLocale } from '../i18n/catalogue.ts'
import { queryClient } from '../query-client.ts'
import { siteQuery } from '../site.ts'
import { adoptTheme } from '../theme-choice.ts'

/** The language and theme of a person who has just signed in. Without a catalogue the current language stays. */
export async function adoptPerson(user: UserView): Promise<void> {
  adoptTheme(user.settings.theme, queryClient.getQueryData(siteQuery.queryKey)?.theme)
  const known = supportedLocales.find((locale) => locale === user.locale)
  if (known) await switchLocale(known).catch((error: unknown) => console.error(error))
}
