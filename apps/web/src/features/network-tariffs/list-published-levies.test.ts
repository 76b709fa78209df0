import { expect, test } from 'vitest'
import { listPublishedLevies } from './list-published-levies.ts'

test('households read their own levy, day by day and with what was published of it, and others theirs', () => {
  const ofSupport = listPublishedLevies(0).filter(({ name }) => name === 'support')
  const of = (class_: string) => ofSupport.filter(({ who }) => who === class_)
  expect(of('household').map(({ from, to, rate }) => [from, to, rate])).toEqual([
    ['2026-03-01', null, 0.77562],
    ['2025-11-01', '2026-02-28', 0.38781],
    ['2025-07-01', '2025-10-31', 0.77562],
    ['2024-10-01', '2025-06-30', 0],
  ])
  expect(of('household')[0]).toMatchObject({ confidence: 'high', notes: [{ key: 'relief_open' }] })
  expect(of('small')[0]).toMatchObject({ rate: 1.23398, confidence: 'medium', notes: [] })
})

test('a levy that was never found for a group is unknown, and what ended before the five blocks is left out', () => {
  const levies = listPublishedLevies(4)
  expect(levies.filter(({ name }) => name === 'support').map(({ rate }) => rate)).toEqual([
    ...[null, null, null, null],
  ])
  expect(levies.filter(({ name }) => name === 'vat')).toMatchObject([{ from: '2023-06-01', rate: 0.22 }])
  expect(levies.every(({ sources }) => sources.length > 0)).toBe(true)
})
