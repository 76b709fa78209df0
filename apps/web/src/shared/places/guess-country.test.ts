import { expect, test } from 'vitest'
import { guessCountry } from './guess-country.ts'

const offered = ['DE', 'GB', 'RS', 'SI', 'XK']

test('an English reader in Ljubljana is in Slovenia', () => {
  expect(guessCountry(offered, { languages: ['en-GB', 'en'], timeZone: 'Europe/Ljubljana' })).toBe('SI')
})

test('among countries of one time zone the language decides, else the first', () => {
  expect(guessCountry(offered, { languages: ['sq-XK'], timeZone: 'Europe/Belgrade' })).toBe('XK')
  expect(guessCountry(offered, { languages: ['en-GB'], timeZone: 'Europe/Belgrade' })).toBe('RS')
})

test('in a time zone of none of them the language decides, then Slovenia, then nothing', () => {
  expect(guessCountry(offered, { languages: ['de-DE'], timeZone: 'America/Lima' })).toBe('DE')
  expect(guessCountry(offered, { languages: ['ja', 'en-US'], timeZone: 'UTC' })).toBe('SI')
  expect(guessCountry(['DE'], { languages: ['ja'], timeZone: 'UTC' })).toBe('')
  expect(guessCountry([], { languages: [], timeZone: 'Europe/Ljubljana' })).toBe('')
})
