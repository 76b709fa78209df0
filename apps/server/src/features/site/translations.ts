import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import type { Locale } from '@ohmstead/domain/i18n/locales'

const directory = fileURLToPath(new URL('../../../../../locales/', import.meta.url))
/** Written by the build of the pages: the keys of the texts that those which people see first need. */
const firstTexts = fileURLToPath(new URL('../../../../web/dist/first-texts.json', import.meta.url))

/** Texts ready to send, with their entity tag. */
interface SentTexts {
  etag: string
  body: string
  gzipped: Buffer
}

/** A language's texts: compiled for the server, and as browsers get them. */
export interface Translations {
  messages: Record<string, CompiledMessage>
  sent: SentTexts
  /** Those of the first pages; all where no pages were built. */
  first: SentTexts
}

const compiled = new Map<Locale, Translations & { version: string }>()

/**
 * The compiled texts of a language, with missing ones taken from English. Compiled once, and again only if a file has
 * changed, so that translators see their work without a restart.
 */
export function getTranslations(locale: Locale): Translations {
  const version = [path('en'), path(locale), firstTexts].map(changedAt).join('/')
  const known = compiled.get(locale)
  if (known?.version === version) return known
  const texts = { ...readTexts('en'), ...readTexts(locale) }
  const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]))
  // Mails and documents are written on the server; a browser does not need their texts.
  const isOfServer = (key: string) =>
    /^(mail|calculations\.document|portfolio\.file|tunnel\.page)\./.test(key)
  const shown = Object.entries(messages).filter(([key]) => !isOfServer(key))
  const firstKeys = readFirstKeys()
  const translations = {
    messages,
    sent: prepare(locale, shown),
    first: prepare(
      locale,
      shown.filter(([key]) => firstKeys?.has(key) ?? true),
    ),
    version,
  }
  compiled.set(locale, translations)
  return translations
}

/** Some texts as they are written, without placeholders; compiling a whole language takes a while. */
export function readPlainTexts<Key extends string>(
  locale: Locale,
  keys: readonly Key[],
): Record<Key, string> {
  const texts = { ...readTexts('en'), ...readTexts(locale) }
  return Object.fromEntries(keys.map((key) => [key, texts[key]])) as Record<Key, string>
}

function prepare(locale: Locale, messages: [string, CompiledMessage][]): SentTexts {
  const body = JSON.stringify({ data: { locale, messages: Object.fromEntries(messages) } })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { etag, body, gzipped: gzipSync(body, { level: 9 }) }
}

const path = (locale: Locale) => `${directory}${locale}.json`

function changedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}

function readTexts(locale: Locale): Record<string, string> {
  if (changedAt(path(locale)) === null) return {}
  return JSON.parse(readFileSync(path(locale), 'utf8')) as Record<string, string>
}

function readFirstKeys(): Set<string> | null {
  return changedAt(firstTexts) === null
    ? null
    : new Set(JSON.parse(readFileSync(firstTexts, 'utf8')) as string[])
}
