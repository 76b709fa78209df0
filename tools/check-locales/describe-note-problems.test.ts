import { expect, test } from 'vitest'
import { describeNoteProblems } from './describe-note-problems.ts'

const english = {
  'rate.note.halved': 'Halved.',
  'rate.note.share': '{share} of {full}',
  'rate.title': 'Rates',
}
const share = { key: 'share', share: 0.5, full: 3 }
const check = (...notes: object[]) =>
  describeNoteProblems(english, 'rate.note.', { 'a.json': { vat: [{ notes }] } })

test('finds nothing if every note has its text and every text its note', () => {
  expect(check({ key: 'halved' }, share, { ...share, full: 4 })).toEqual([])
})

test('reports a note without a text', () => {
  expect(check({ key: 'halved' }, share, { key: 'typo' })).toEqual([
    'rate.note.typo: named in a.json, but no catalogue has it',
  ])
})

test('reports a text without a note', () => {
  expect(check(share)).toEqual(['rate.note.halved: no data names it'])
})

test.each([[{ key: 'share', share: 0.5 }], [{ ...share, more: 1 }]])('reports other values: %o', (note) => {
  expect(check({ key: 'halved' }, note)).toEqual(['rate.note.share: its text names other values than a.json'])
})
