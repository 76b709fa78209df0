import { expect, test } from 'vitest'
import { findUnstorable } from './find-unstorable.ts'

test('reports each text with a null character or a lone surrogate, however deep', () => {
  const given = { name: 'a\0b', list: [{ text: 'fine' }, { text: '\ud800x' }], more: null }
  expect(findUnstorable(given)).toEqual(['name', 'list.1.text'])
  expect(findUnstorable({ 'a\0': 1 })).toHaveLength(1)
})

test('accepts everything else, including emoji, lines and bytes', () => {
  expect(findUnstorable({ name: 'Hiša 🏠', text: 'two\nlines', count: 3, day: null })).toEqual([])
  expect(findUnstorable(Buffer.from([0, 1]))).toEqual([])
  expect(findUnstorable(undefined)).toEqual([])
})
