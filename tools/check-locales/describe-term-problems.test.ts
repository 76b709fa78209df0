import { expect, test } from 'vitest'
import { describeTermProblems, type Glossary } from './describe-term-problems.ts'

const terms: Glossary['terms'] = {
  'agreed power': {
    en: { term: 'agreed power', forms: ['agreed power*'] },
    sl: { term: 'dogovorjena moč', forms: ['dogovorjen* moč*'], not: ['naročen* moč*'] },
  },
  consumption: {
    en: { term: 'consumption', forms: ['consumption'] },
    sl: { term: 'poraba', forms: ['porab*'] },
  },
}
const check = (english: string, slovenian: string, exceptions: Glossary['exceptions'] = []) =>
  describeTermProblems({ en: { 'a.b': english }, sl: { 'a.b': slovenian } }, { terms, exceptions })

test.each([
  ['Your agreed powers', 'Vaše dogovorjene moči'],
  ['Agreed\u00a0power', 'Dogovorjena moč'],
  ['Power', 'Naročena moč'],
  ['The power is agreed', 'Moč je določena'],
  ['Disagreed power', 'Sporna moč'],
  ['Self-consumption', 'Lastna raba'],
  ['{consumption} were used', 'Uporabljeno: {consumption}'],
])('finds nothing in %o and %o', (english, slovenian) => {
  expect(check(english, slovenian)).toEqual([])
})

test('reports a text without the term', () => {
  expect(check('Agreed power', 'Moč po dogovoru')).toEqual([
    'sl a.b: does not say "dogovorjena moč" (agreed power): Moč po dogovoru',
  ])
})

test('reports a forbidden word for the term, even beside the right one', () => {
  expect(check('Agreed power', 'Dogovorjena moč (naročena moč)')).toEqual([
    'sl a.b: says "naročena moč" instead of "dogovorjena moč" (agreed power): Dogovorjena moč (naročena moč)',
  ])
})

test('checks every form of a plural', () => {
  const english = '{count, plural, one {# agreed power} other {# agreed powers}}'
  const slovenian = '{count, plural, one {# moč} two {# moči} few {# moči} other {# moči}}'
  expect(check(english, slovenian)).toHaveLength(1)
  expect(check(english, slovenian.replaceAll('#', '# dogovorjena'))).toEqual([])
})

test('an exception covers its term in its languages only', () => {
  const exception = { term: 'agreed power', key: 'a.b', reason: 'the passive' }
  expect(check('Agreed power', 'Moč', [exception])).toEqual([])
  expect(check('Agreed power', 'Moč', [{ ...exception, languages: ['sl'] }])).toEqual([])
  expect(check('Agreed power', 'Moč', [{ ...exception, languages: ['hr'] }])).toHaveLength(1)
  expect(check('Agreed power', 'Moč', [{ ...exception, term: 'consumption' }])).toHaveLength(1)
})

test('reports an exception for a missing text or term', () => {
  expect(check('x', 'x', [{ term: 'price', key: 'a.c', reason: '' }])).toEqual([
    'a.c: excepted from price, which the glossary lacks',
    'a.c: excepted from price, but missing',
  ])
})

test('reports a language missing in the glossary', () => {
  expect(describeTermProblems({ en: {}, hr: {} }, { terms, exceptions: [] })).toEqual([
    'hr: the glossary lacks agreed power',
    'hr: the glossary lacks consumption',
  ])
})
