import { describe, expect, test } from 'vitest'
import { addTexts, collectTexts, removeTexts, renameTexts, setTexts } from './change-catalogues.ts'

const catalogues = {
  en: { 'a.left': 'Left', 'a.open': '{name} is open', 'b.right': 'Right' },
  sl: { 'a.left': 'Levo', 'a.open': '{name} je odprto', 'b.right': 'Desno' },
}
const middle = { en: 'Middle', sl: 'Sredina' }
const keysOf = (catalogue: object | undefined) => Object.keys(catalogue ?? {})

describe('adding', () => {
  test('inserts a text into every language at its place', () => {
    const { catalogues: changed, problems } = addTexts(catalogues, { 'a.middle': middle })
    expect(problems).toEqual([])
    expect(keysOf(changed.en)).toEqual(['a.left', 'a.middle', 'a.open', 'b.right'])
    expect(keysOf(changed.sl)).toEqual(['a.left', 'a.middle', 'a.open', 'b.right'])
    expect(changed.sl?.['a.middle']).toBe('Sredina')
  })

  test.each([
    ['a language that is missing', { 'a.middle': { en: 'Middle' } }, 'a.middle: missing in sl'],
    ['a key that exists', { 'a.left': middle }, 'a.left: exists already; `set` changes it'],
    ['an unknown language', { 'a.middle': { ...middle, xx: 'M' } }, 'a.middle: no language xx'],
    ['a key that is none', { Middle: middle }, 'Middle: not a key such as "alarms.modal.empty"'],
    [
      'a text with another value',
      { 'a.middle': { en: 'Middle of {name}', sl: 'Sredina' } },
      'sl a.middle: names {} instead of {name}',
    ],
  ])('refuses %s, and changes nothing', (_, texts, problem) => {
    expect(addTexts(catalogues, texts)).toEqual({ catalogues, problems: [problem] })
  })
})

describe('changing', () => {
  test('replaces a text in the languages that are given', () => {
    const { catalogues: changed } = setTexts(catalogues, { 'a.left': { sl: 'Na levi' } })
    expect([changed.en?.['a.left'], changed.sl?.['a.left']]).toEqual(['Left', 'Na levi'])
  })

  test('checks a translation against the unchanged English', () => {
    expect(setTexts(catalogues, { 'a.open': { sl: 'Odprto' } }).problems).toEqual([
      'sl a.open: names {} instead of {name}',
    ])
  })

  test('refuses a key that does not exist', () => {
    expect(setTexts(catalogues, { 'a.middle': middle }).problems).toEqual([
      'a.middle: does not exist; `add` creates it',
    ])
  })
})

describe('renaming', () => {
  test('moves a key to its new place', () => {
    const { catalogues: changed } = renameTexts(catalogues, 'a.left', 'c.left')
    expect(keysOf(changed.sl)).toEqual(['a.open', 'b.right', 'c.left'])
    expect(changed.sl?.['c.left']).toBe('Levo')
  })

  test('moves a whole group', () => {
    expect(keysOf(renameTexts(catalogues, 'a.', 'b.').catalogues.en)).toEqual(['b.left', 'b.open', 'b.right'])
  })

  test.each([
    ['a.left', 'b.right', 'b.right: exists already'],
    ['a.none', 'b.none', 'a.none: does not exist'],
    ['a.', 'b', 'A group of keys ends in a dot in both places.'],
    ['a.left', 'left', 'left: not a key such as "alarms.modal.empty"'],
  ])('refuses %s → %s', (from, to, problem) => {
    expect(renameTexts(catalogues, from, to)).toEqual({ catalogues, problems: [problem] })
  })
})

test('removes a key or a group, and nothing that only begins alike', () => {
  expect(keysOf(removeTexts(catalogues, 'a.left').catalogues.sl)).toEqual(['a.open', 'b.right'])
  expect(keysOf(removeTexts(catalogues, 'a.').catalogues.sl)).toEqual(['b.right'])
  expect(removeTexts(catalogues, 'a').problems).toEqual(['a: does not exist'])
})

test('shows texts in the format accepted by add', () => {
  const shown = collectTexts(catalogues, 'a.')
  expect(shown['a.left']).toEqual({ en: 'Left', sl: 'Levo' })
  expect(addTexts(removeTexts(catalogues, 'a.').catalogues, shown).catalogues).toEqual(catalogues)
})
