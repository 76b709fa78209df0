import { expect, test } from 'vitest'
import { isShortTask } from './is-short-task.ts'
import type { PricingTask } from './pricing-task.ts'

const dayMs = 86_400_000
const taxes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Levy ${at}`, rate: '0.01' }))
const worldOf = (rows: number) => ({ priceLists: { 1: { terms: { taxes: { rows: taxes(rows) } } } } })
const bill = (rows: number) => ({ kind: 'bill', world: worldOf(rows) }) as unknown as PricingTask
const costs = (buckets: number, rows: number) =>
  ({
    kind: 'costs',
    world: worldOf(rows),
    edges: Array.from({ length: buckets }, (_, at) => at),
  }) as unknown as PricingTask
const span = (days: number) => ({ fromMs: 0, toMs: days * dayMs })

test.each([
  ['a bill of two months', bill(5), 62, true],
  ['the same of endless lists', bill(5_000), 62, false],
  ['a bill of three months', bill(5), 92, false],
  ['a week by the quarter-hour', costs(672, 5), 7, true],
  ['the same of a list with fifty levies', costs(672, 50), 7, false],
  ['two months by the quarter-hour', costs(5952, 5), 62, false],
  ['two months by the day', costs(62, 50), 62, true],
])('%s', (_, task, days, isShort) => expect(isShortTask(task, span(days))).toBe(isShort))
