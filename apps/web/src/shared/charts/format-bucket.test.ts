import { describe, expect, test } from 'vitest'
import { formatBucket, formatDays } from './format-bucket.ts'

const zone = 'Europe/Ljubljana'
const at = (text: string) => Date.parse(text)

describe('days in words', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 'Friday, 20 November 2026'],
    ['2026-11-16', '2026-11-22', '16 – 22 November 2026'],
    ['2026-11-01', '2026-11-30', 'November 2026'],
    ['2026-01-01', '2026-12-31', '2026'],
    ['2026-01-01', '2026-02-28', 'January – February 2026'],
  ])('%s to %s', (firstDay, lastDay, expected) => {
    expect(formatDays(firstDay, lastDay, 'en').replace(/\u2009/g, ' ')).toBe(expected)
  })
})

describe('a bucket in words', () => {
  test('distinguishes the two hours of the repeated one', () => {
    const first = formatBucket(at('2026-10-25T00:00:00Z'), at('2026-10-25T00:15:00Z'), zone, 'en', false)
    const second = formatBucket(at('2026-10-25T01:00:00Z'), at('2026-10-25T01:15:00Z'), zone, 'en', false)
    expect([first, second]).toEqual(['02:00–02:15 (UTC+2)', '02:00–02:15 (UTC+1)'])
  })
  test('days and months only have their name', () => {
    expect(formatBucket(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'), zone, 'en')).toBe(
      'Sun 25 Oct',
    )
    expect(formatBucket(at('2026-10-31T23:00:00Z'), at('2026-11-30T23:00:00Z'), zone, 'en')).toBe(
      'November 2026',
    )
  })
})
