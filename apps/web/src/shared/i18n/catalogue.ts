import { i18n, type Messages } from '@lingui/core'
import { call } from '../../lib/call.ts'
import { writeStored } from '../../lib/local-store.ts'

/** All texts of the languages shown so far. */
const complete = new Map<string, Messages>()
let hasFirstTextsOnly = false
let start: () => void
const started = new Promise<void>((resolve) => {
  start = resolve
})

/** Whether the texts are so far those of the first pages: `lazyPage` and `lazyPart` wait for the others. */
export const hasOnlyFirstTexts = (): boolean => hasFirstTextsOnly

export function activateLocale(locale: string, messages: Messages, part: 'first' | 'all' = 'all'): void {
  hasFirstTextsOnly = part === 'first'
  if (!hasFirstTextsOnly) complete.set(locale, messages)
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
  writeStored('locale', locale)
  start()
}

/** Switches the language at once, without a reload; its texts are loaded the first time. */
export async function switchLocale(locale: string): Promise<void> {
  if (i18n.locale === locale) return
  activateLocale(locale, complete.get(locale) ?? (await fetchTexts(locale)))
}

async function fetchTexts(locale: string): Promise<Messages> {
  const { messages } = await call('GET /site/translations/:locale', { params: { locale } })
  return messages as Messages
}

let loading: Promise<void> | null = null

/** All texts of the current language, once; a failure is tried again by whoever asks next. */
export function loadAllTexts(): Promise<void> {
  loading ??= completeTexts().finally(() => {
    loading = null
  })
  return loading
}

async function completeTexts(): Promise<void> {
  await started
  // The language may change meanwhile.
  while (hasFirstTextsOnly) {
    const { locale } = i18n
    const messages = await fetchTexts(locale)
    if (locale !== i18n.locale) continue
    complete.set(locale, messages)
    hasFirstTextsOnly = false
    // What is shown has its texts, and is not drawn again.
    Object.assign(i18n.messages, messages)
  }
}

/** Whether a text has not come yet. No part of a first view names one; should one do, it is drawn when its text is there. */
export function isAwaited(key: string): boolean {
  if (!hasFirstTextsOnly || key in i18n.messages) return false
  console.error(`${key} is none of the first texts.`)
  loadAllTexts().then(
    () => i18n.activate(i18n.locale),
    () => {},
  )
  return true
}

// The development server reports changed texts.
import.meta.hot?.on('texts-changed', async () => {
  complete.clear()
  activateLocale(i18n.locale, await fetchTexts(i18n.locale))
})
