import { i18n, type Messages } from '@lingui/core'
import { call } from '../../lib/call.ts'
import { writeStored } from '../../lib/local-store.ts'

const loaded = new Map<string, Messages>()

export function activateLocale(locale: string, messages: Messages): void {
  loaded.set(locale, messages)
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
  writeStored('locale', locale)
}

/** Switches the language at once, without a reload; its texts are loaded the first time. */
export async function switchLocale(locale: string): Promise<void> {
  if (i18n.locale === locale) return
  const known = loaded.get(locale)
  if (known) return activateLocale(locale, known)
  await fetchLocale(locale)
}

async function fetchLocale(locale: string): Promise<void> {
  const { messages } = await call('GET /site/translations/:locale', { params: { locale } })
  activateLocale(locale, messages as Messages)
}

// The development server reports changed texts.
import.meta.hot?.on('texts-changed', () => {
  loaded.clear()
  void fetchLocale(i18n.locale)
})
