import { expect, test } from 'vitest'
import { createFormat } from './format.ts'

const sl = createFormat('sl', 'sl')
const en = createFormat('en', 'en-GB')
const instant = Date.UTC(2025, 9, 26, 0, 30)

test('numbers have the separators of the language', () => {
  expect([sl.number(1234567.891, 2), en.number(1234567.891, 2)]).toEqual(['1.234.567,89', '1,234,567.89'])
})

test('unknown is a dash, never zero', () => {
  expect([sl.number(null), sl.percent(null)]).toEqual(['–', '–'])
})

test('a number below zero has a minus and no hyphen in every language', () => {
  for (const format of [sl, en, createFormat('de', 'de'), createFormat('mk', 'mk')])
    expect([format.number(-1.5, 1)[0], format.percent(-0.5)[0]]).toEqual(['−', '−'])
})

test('percentages have up to two decimals', () => {
  expect([en.percent(0.5), en.percent(0.12345), en.percent(1 / 3, 0)]).toEqual(['50%', '12.35%', '33%'])
  expect([en.percent(0), en.percent(1), en.percent(1.5)]).toEqual(['0%', '100%', '150%'])
})

test('what is there never reads 0 %, and what is not whole never 100 %', () => {
  expect([en.percent(0.00001), en.percent(0.002, 0), en.percent(0.999999), en.percent(0.998, 0)]).toEqual([
    ...['< 0.01%', '< 1%', '99.99%', '99%'],
  ])
})

test('times are those of the zone, in 24 hours', () => {
  expect([en.time(instant, 'Europe/Ljubljana'), en.time(instant + 3_600_000, 'Europe/Ljubljana')]).toEqual([
    '02:30',
    '02:30',
  ])
  expect(en.time(instant, 'America/New_York', true)).toBe('20:30:00')
  expect(en.day(instant, 'America/New_York')).toBe('25\u00a0October\u00a02025')
})

test('days fit into a sentence: where a month would have to be declined it is a number', () => {
  expect([sl.day(instant, 'Europe/Ljubljana'), sl.dateTime(instant, 'Europe/Ljubljana')]).toEqual([
    '26.\u00a010.\u00a02025',
    '26.\u00a010.\u00a02025, 02:30',
  ])
  expect(en.dateTime(instant, 'Europe/Ljubljana')).toBe('26\u00a0Oct\u00a02025, 02:30')
})

test.each([
  [0, 'now'],
  [59_000, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [5_400_000, '2 hours ago'],
  [-5000, 'now'],
  [2 * 86_400_000, '2 days ago'],
])('an age of %i ms reads as %s', (age, expected) => {
  expect(en.ago(age)).toBe(expected)
})

test.each([
  [0, '0\u00a0mins'],
  [29_000, '0\u00a0mins'],
  [3_569_000, '59\u00a0mins'],
  [3_571_000, '1\u00a0hr'],
  [7_500_000, '2\u00a0hrs 5\u00a0mins'],
  [47 * 3_600_000 + 3_599_000, '2\u00a0days'],
  [90 * 86_400_000, '90\u00a0days'],
])('a duration of %d ms, in which no number is parted from its unit', (ms, expected) => {
  expect(en.duration(ms)).toBe(expected)
})

test('weekdays are written in full where their short form is a letter', () => {
  expect(sl.duration(2 * 86_400_000)).toBe('2\u00a0dneva')
})
