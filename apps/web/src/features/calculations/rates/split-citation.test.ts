import { expect, test } from 'vitest'
import { splitCitation } from './split-citation.ts'

test('a repository is led to by its name, what stands around it stays text', () => {
  expect(splitCitation('github jane/tariffs-2026 src/rates.py @044022e (2026)')).toEqual([
    { text: 'github jane/tariffs-2026', href: 'https://github.com/jane/tariffs-2026' },
    { text: ' src/rates.py @044022e (2026)', href: null },
  ])
})

test('an address ends before the bracket that follows it', () => {
  expect(splitCitation('uro.si; https://a.si/x?y=1 (29.10.2025)')).toEqual([
    { text: 'uro.si; ', href: null },
    { text: 'https://a.si/x?y=1', href: 'https://a.si/x?y=1' },
    { text: ' (29.10.2025)', href: null },
  ])
  expect(splitCitation('Uradni list RS 118/23')).toEqual([{ text: 'Uradni list RS 118/23', href: null }])
})
