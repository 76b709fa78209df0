import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import type { Locale } from '@ohmstead/domain/i18n/locales'

const directory = fileURLToPath(new URL('../../../../../locales/', import.meta.url))

/** A language's texts: compiled for the server, and ready to send with their entity tag. */
export interface Translations {
  messages: Record<string, CompiledMessage>
  etag: string
  body: string
  gzipped: Buffer
}

const compiled = new Map<Locale, Translations & { version: string }>()

/**
 * The compiled texts of a language, with missing ones taken from English. Compiled once, and again only if a file has
 * changed, so that translators see their work without a restart.
 */
export function getTranslations(locale: Locale): Translations {
  const version = `${changedAt('en')}/${changedAt(locale)}`
  const known = compiled.get(locale)
  if (known?.version === version) return known
  const texts = { ...readTexts('en'), ...readTexts(locale) }
  const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]))
  // Mails and documents are written on the server; a browser does not need their texts.
  const isOfServer = (key: string) => /^(mail|calculations\.document|portfolio\.file)\./.test(key)
  const shown = Object.fromEntries(Object.entries(messages).filter(([key]) => !isOfServer(key)))
  const body = JSON.stringify({ data: { locale, messages: shown } })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const translations = { messages, etag, body, gzipped: gzipSync(body, { level: 9 }), version }
  compiled.set(locale, translations)
  return translations
}

const path = (locale: Locale) => `${directory}${locale}.json`

function changedAt(locale: Locale): number | null {
  return statSync(path(locale), { throwIfNoEntry: false })?.mtimeMs ?? null
}

function readTexts(locale: Locale): Record<string, string> {
  if (changedAt(locale) === null) return {}
  return JSON.parse(readFileSync(path(locale), 'utf8')) as Record<string, string>
}
