import { expect, test } from 'vitest'
import { isShortTask } from './is-short-task.ts'
import type { PricingTask } from './pricing-task.ts'

const dayMs = 86_400_000
const taxes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Levy ${at}`, rate: '0.01' }))
const costs = (buckets: number, rows: number) =>
  ({
    kind: 'costs',
    world: { priceLists: { 1: { terms: { taxes: { rows: taxes(rows) } } } } },
    edges: Array.from({ length: buckets }, (_, at) => at),
  }) as unknown as PricingTask
const span = (days: number) => ({ fromMs: 0, toMs: days * dayMs })

test.each([
  ['a bill of two months', { kind: 'bill' } as PricingTask, 62, true],
  ['a bill of three', { kind: 'bill' } as PricingTask, 92, false],
  ['a week by the quarter-hour', costs(672, 5), 7, true],
  ['the same of a list with fifty levies', costs(672, 50), 7, false],
  ['two months by the quarter-hour', costs(5952, 5), 62, false],
  ['two months by the day', costs(62, 50), 62, true],
])('%s', (_, task, days, isShort) => expect(isShortTask(task, span(days))).toBe(isShort))
