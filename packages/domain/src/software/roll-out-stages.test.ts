import { expect, test } from 'vitest'
import { isStageDone, isStopDue, planStages } from './roll-out-stages.ts'

test('stages end at a number or at a share, the last one takes the rest, and none is empty', () => {
  const careful = [{ count: 1 }, { percent: 10 }, { percent: 50 }, { percent: 100 }]
  expect(planStages(careful, 100)).toEqual([1, 10, 50, 100])
  expect(planStages(careful, 3)).toEqual([1, 2, 3])
  expect(planStages(careful, 1)).toEqual([1])
  expect(planStages([{ percent: 20 }], 10)).toEqual([2, 10])
})

test('it stops at a number of failures, at a share of ten or more, and forgives what was known', () => {
  const rule = { failures: 3, share: 20 }
  expect(isStopDue({ installed: 0, failed: 2 }, rule, 0)).toBe(false)
  expect(isStopDue({ installed: 90, failed: 3 }, rule, 0)).toBe(true)
  expect(isStopDue({ installed: 8, failed: 2 }, rule, 0)).toBe(true)
  expect(isStopDue({ installed: 7, failed: 2 }, rule, 0)).toBe(false)
  expect(isStopDue({ installed: 7, failed: 5 }, rule, 3)).toBe(false)
  expect(isStopDue({ installed: 7, failed: 6 }, rule, 3)).toBe(true)
})

test('a stage is done when nobody is under way and somebody has succeeded', () => {
  expect(isStageDone({ waiting: 0, open: 0, installed: 1, failed: 1 })).toBe(true)
  expect(isStageDone({ waiting: 0, open: 1, installed: 1, failed: 0 })).toBe(false)
  expect(isStageDone({ waiting: 0, open: 0, installed: 0, failed: 1 })).toBe(false)
})
