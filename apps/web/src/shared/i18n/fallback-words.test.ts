import { readFileSync } from 'node:fs'
import { defaultLocale, supportedLocales } from '@ohmstead/domain/i18n/locales'
import { describe, expect, test } from 'vitest'
import { startFailedWords } from '../../app/start-failed-words.ts'
import { localeNames } from './locale.ts'

// Some texts are needed when no catalogue can be loaded. They are in files that cannot import the list of languages.

const read = (name: string) => readFileSync(new URL(`../../../public/${name}`, import.meta.url), 'utf8')

/** The languages of a table of texts in a plain script, and its texts. */
function readTable(script: string, variable: string): Record<string, string[]> {
  const [, table = ''] =
    new RegExp(`(?:var|const) ${variable} = (\\{[\\s\\S]*?\\n {2}\\})`).exec(script) ?? []
  const rows = [...table.matchAll(/^ {4}([a-z]{2}): \[([\s\S]*?)\],$/gm)]
  return Object.fromEntries(
    rows.map(([, locale, texts]) => [locale!, [...texts!.matchAll(/'([^']*)'/g)].map(([, text]) => text!)]),
  )
}

describe.each([
  ['start.js', readTable(read('start.js'), 'words'), 2],
  ['offline.js', readTable(read('offline.js'), 'texts'), 4],
  ['the page of a failed start', startFailedWords, 3],
] as const)('the words of %s', (_, table, count) => {
  test('are there in every language, and in no other', () => {
    expect(Object.keys(table).sort()).toEqual([...supportedLocales])
    expect(supportedLocales).toContain(defaultLocale)
    for (const [locale, texts] of Object.entries(table)) {
      expect(texts, locale).toHaveLength(count)
      for (const text of texts) expect(text.trim(), locale).not.toBe('')
    }
  })

  test('are English in English only', () => {
    const { en, ...others } = table as Record<string, readonly string[]>
    for (const [locale, texts] of Object.entries(others))
      for (const text of texts) expect(en, locale).not.toContain(text)
  })
})

test('each language is chosen by its own name', () => {
  expect(Object.keys(localeNames)).toEqual([...supportedLocales])
  expect(new Set(Object.values(localeNames)).size).toBe(supportedLocales.length)
})
