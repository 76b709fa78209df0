import { expect, test } from 'vitest'
import { type PaletteEntry, rankEntries } from './palette-entries.ts'

const entry = (title: string, detail = ''): PaletteEntry => ({
  key: title,
  title,
  detail,
  node: null,
  run: () => {},
})
const entries = [
  entry('Pekarna', 'Celje'),
  entry('Nova pekarna'),
  entry('Celje'),
  entry('Hranilnik', 'Pekarna'),
  entry('Stanovanje Župan'),
]

test.each([
  ['a title that begins with it comes first', 'pek', ['Pekarna', 'Nova pekarna', 'Hranilnik']],
  ['where it lies counts too', 'cel', ['Celje', 'Pekarna']],
  ['every word must fit', 'pek cel', ['Pekarna']],
  ['letters fit without their marks', 'zup', ['Stanovanje Župan']],
  ['marks that are typed fit too', 'Žup', ['Stanovanje Župan']],
  ['nothing fits', 'xyz', []],
])('%s', (_, text, expected) => {
  expect(rankEntries(entries, text).map(({ title }) => title)).toEqual(expected)
})

test('without text everything is listed in order', () => {
  expect(rankEntries(entries, ' ')).toEqual(entries)
})
