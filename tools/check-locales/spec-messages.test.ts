import { readdirSync, readFileSync } from 'node:fs'
import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { describe, expect, test } from 'vitest'
import { awaitedMessages, literalMessages, specMessages } from './spec-messages.ts'

const directory = new URL('../../locales/', import.meta.url)
const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${locale}.json`, directory), 'utf8'))
const english = read('en')
const keys = [...new Set(Object.values(specMessages).flat())]

test('there is a catalogue for each of the fifteen languages, and no other', () => {
  expect(readdirSync(directory).sort()).toEqual(supportedLocales.map((locale) => `${locale}.json`))
})

test('awaited texts are messages of the specification', () => {
  expect([...awaitedMessages].filter((key) => !keys.includes(key))).toEqual([])
})

test("English uses the specification's wording", () => {
  expect(literalMessages.length).toBeGreaterThan(15)
  for (const message of literalMessages)
    expect(
      specMessages[message]!.some((key) => english[key]?.startsWith(message)),
      message,
    ).toBe(true)
})

describe.each(supportedLocales)('in %s', (locale) => {
  const catalogue = read(locale)

  test('every message of the specification is used', () => {
    expect(keys.filter((key) => !catalogue[key]?.trim())).toEqual([])
  })

  test('none of them is English, except in English', () => {
    const copied = keys.filter((key) => catalogue[key] === english[key])
    expect(copied).toEqual(locale === 'en' ? keys : [])
  })
})
