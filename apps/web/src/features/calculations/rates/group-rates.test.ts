import { expect, test } from 'vitest'
import type { RateSource } from '../calculation-data.ts'
import { compareSources, groupRates } from './group-rates.ts'

test('rates are in the order of a bill, those of a kind by their first day', () => {
  const ids = [
    'vat/2023-06-01/0',
    'energyLevies/2016-01-01/0',
    'newSystem/2026-03-01/0',
    'newSystem/2025-11-01/0',
    'own/2025-01-01/0',
  ]
  const rates = Object.fromEntries(ids.map((id) => [id, { from: id.split('/')[1]! }]))
  expect(groupRates(rates).map(({ kind, ids: own }) => [kind, own.length, own[0]])).toEqual([
    ['newSystem', 2, 'newSystem/2025-11-01/0'],
    ['energyLevies', 1, 'energyLevies/2016-01-01/0'],
    ['vat', 1, 'vat/2023-06-01/0'],
    ['own', 1, 'own/2025-01-01/0'],
  ])
})

test('the most official source comes first, news of one paper by their day', () => {
  const source = (kind: RateSource['kind'], title: string, published: string | null = null): RateSource => ({
    kind,
    title,
    published,
    place: null,
    url: null,
    notes: [],
  })
  const mixed = [
    source(null, 'own'),
    source('press', 'A', '2025-10'),
    source('program', 'a/b'),
    source('press', 'A', '2025-02-01'),
    source('law', 'Z'),
  ]
  expect(mixed.sort(compareSources).map(({ title, published }) => `${title} ${published}`)).toEqual([
    'Z null',
    'A 2025-02-01',
    'A 2025-10',
    'a/b null',
    'own null',
  ])
})
