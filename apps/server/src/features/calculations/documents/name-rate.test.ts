import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { findAct, findSource } from '@ohmstead/network-fee/rates/rate-source'
import { expect, test } from 'vitest'
import { createWords } from './document-words.ts'
import { describeActs, describeRateNotes, describeSource, nameRate } from './name-rate.ts'

const entries = Object.values(publishedRates).flat()
const sources = [...new Set(entries.flatMap((entry) => entry.sources))].map(findSource)
const noted = entries.filter(({ notes }) => notes.length > 0)

test.each(supportedLocales)(
  'every note of a rate and every source is shown in %s, with its values',
  (locale) => {
    const words = createWords(locale)
    const names = [
      ...noted.map(({ notes }) => describeRateNotes(notes, words)),
      ...sources.map((source) => describeSource(source, words)),
    ]
    expect(names.filter((text) => text === '' || /calculations\.|[{}]|undefined|NaN/.test(text))).toEqual([])
  },
)

test('no note is shown in English to readers of another language', () => {
  const english = new Set(noted.map(({ notes }) => describeRateNotes(notes, createWords('en'))))
  for (const locale of supportedLocales.filter((one) => one !== 'en')) {
    const words = createWords(locale)
    expect(
      noted.filter(({ notes }) => english.has(describeRateNotes(notes, words))),
      locale,
    ).toEqual([])
  }
})

test("a rate is shown with its act, its note in the reader's language, and each levy by its name", () => {
  const words = createWords('sl')
  const rate = publishedRates.newSystem.find(({ id }) => id === 'newSystem/2026-11-01/0')!
  const acts = rate.acts.map(findAct)
  expect(describeActs({ acts } as Parameters<typeof describeActs>[0])).toBe(
    'Akt o določitvi tarifnih postavk za omrežnine elektrooperaterjev (Uradni list RS, št. 105/25)',
  )
  expect(describeRateNotes(rate.notes, words).replaceAll(/\s/g, ' ')).toBe(
    'V tej višji sezoni znaša tarifna postavka za moč v bloku 1 70 % polne vrednosti 3,82301 EUR/kW. V naslednji višji sezoni se delež zviša na 90 %, zato te postavke veljajo le do konca te sezone.',
  )
  const excise = { name: 'levyRate', category: 'excise', value: 0.00153, unit: 'EUR/kWh' } as const
  expect([
    nameRate('energyLevies/2022-08-01/0', words, [excise]),
    nameRate('vat/2023-06-01/0', words),
  ]).toEqual(['Trošarina', 'Davek na dodano vrednost'])
})
