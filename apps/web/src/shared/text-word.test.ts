import { expect, test } from 'vitest'
import en from '../../../../locales/en.json'
import type { Translate } from './i18n/use-t.ts'
import { findTextWord } from './text-word.ts'

const t: Translate = (key) => en[key]

test.each([
  ['pv', 'Solar'],
  ['minpv', 'Min + solar'],
  ['now', 'Fast'],
  ['off', 'Off'],
  ['SuspendedEVSE', 'Paused by the station'],
  ['EXCESS_POWER', 'Charge from surplus'],
  ['Passthru', 'Passing the grid through'],
  ['Turbo', null],
  ['constructor', null],
])('%s is read as %s', (text, word) => {
  expect(findTextWord(text, t)).toBe(word)
})
