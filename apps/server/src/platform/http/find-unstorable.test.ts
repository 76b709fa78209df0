import { expect, test } from 'vitest'
import { findUnstorable } from './find-unstorable.ts'

test('names each text with a zero character or half a pair, however deep', () => {
  const given = { name: 'a\0b', list: [{ text: 'fine' }, { text: '\ud800x' }], more: null }
  expect(findUnstorable(given)).toEqual(['name', 'list.1.text'])
  expect(findUnstorable({ 'a\0': 1 })).toHaveLength(1)
})

test('lets everything else pass, emoji, lines and bytes too', () => {
  expect(findUnstorable({ name: 'Hiša 🏠', text: 'two\nlines', count: 3, day: null })).toEqual([])
  expect(findUnstorable(Buffer.from([0, 1]))).toEqual([])
  expect(findUnstorable(undefined)).toEqual([])
})
