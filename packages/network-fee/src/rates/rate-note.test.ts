import { expect, test } from 'vitest'
import { formatNoteValues } from './rate-note.ts'

const plain = (values: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/\s/g, ' ') : value,
    ]),
  )

test('the values of a note are formatted for the reader by the suffix of their names', () => {
  const note = {
    key: 'some',
    share: 0.7,
    nextShare: 0.905,
    fullEurPerKw: 3.4225,
    monthEur: 18.2,
    smallKw: 17,
    otherFactor: 0.9,
    untilDay: '2026-02-28',
    year: 2026,
    season: '2026/27',
    count: 3,
  }
  expect(plain(formatNoteValues(note, 'sl'))).toEqual({
    share: '70 %',
    nextShare: '90,5 %',
    fullEurPerKw: '3,42250 EUR/kW',
    monthEur: '18,20 €',
    smallKw: '17 kW',
    otherFactor: '0,90',
    untilDay: '28. 2. 2026',
    year: '2026',
    season: '2026/27',
    count: 3,
  })
  expect(formatNoteValues(note, 'en-GB')).toMatchObject({ share: '70%', fullEurPerKw: '3.42250 EUR/kW' })
})
