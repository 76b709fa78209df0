import { expect, test } from 'vitest'
import { formatBytes } from './use-bytes.ts'

test('bytes have the unit that leaves three figures, in the language', () => {
  const words = (bytes: number, tag = 'en') => formatBytes(bytes, tag).replace(/\s/g, ' ')
  expect(words(0)).toBe('0 byte')
  expect(words(999_000)).toBe('999 kB')
  expect(words(1_254_000_000)).toBe('1.25 GB')
  expect(words(-12_340_000)).toBe('-12.3 MB')
  expect(words(7.5e15)).toBe('7,500 TB')
  expect(words(1_254_000_000, 'sl')).toBe('1,25 GB')
})
