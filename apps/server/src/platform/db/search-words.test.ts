import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['', []],
  ['  Ana \t NOVAK ', ['ana', 'novak']],
  ['a a a A', ['a']],
  ['an ana novak ana', ['ana', 'novak']],
  ['abc cab bca', ['abc', 'cab', 'bca']],
])('%j is looked for by %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

test('takes a few of very many words, so that a search of 200 letters costs no more than one of a name', () => {
  expect(searchWords('a b c d e f g h i j k l m n o p')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  expect(searchWords('e '.repeat(100))).toEqual(['e'])
})
