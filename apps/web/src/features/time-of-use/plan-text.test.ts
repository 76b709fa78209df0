import { expect, test } from 'vitest'
import { hoursText, inkOn, joinRows } from './plan-text.ts'

test('the end of a day is 24:00', () => {
  expect(hoursText(555, 1440)).toBe('09:15–24:00')
})

test('days that follow one another are a range, holidays stand for themselves', () => {
  const nameOf = (row: number) => `d${row}`
  expect(joinRows([1, 2, 3, 4, 5, 6, 7, 8], nameOf)).toBe('d1–d7, d8')
  expect(joinRows([1, 2, 4, 5, 6], nameOf)).toBe('d1, d2, d4–d6')
  expect(joinRows([], nameOf)).toBe('')
})

test('words on a colour are read', () => {
  expect(inkOn('#ffffff')).toBe('#000000')
  expect(inkOn('#e0a400')).toBe('#000000')
  expect(inkOn('#1a2b6c')).toBe('#ffffff')
})
