import { expect, test } from 'vitest'
import { isStopDue, judgeStage, planStages } from './roll-out-stages.ts'

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

test.each([
  [
    'done',
    'somebody has succeeded and nobody is under way',
    { open: 0, left: 1, installed: 1, failed: 1 },
    0,
  ],
  ['open', 'somebody is under way', { open: 1, left: 1, installed: 1, failed: 0 }, 0],
  ['open', 'the only one is away', { open: 0, left: 1, installed: 0, failed: 0 }, 0],
  ['failed', 'nobody is left and nobody has succeeded', { open: 0, left: 0, installed: 0, failed: 1 }, 0],
  ['gone', 'its only one was removed', { open: 0, left: 0, installed: 0, failed: 0 }, 0],
  ['gone', 'the failure of its only one is forgiven', { open: 0, left: 0, installed: 0, failed: 1 }, 1],
] as const)('a stage is %s when %s', (state, _, counts, forgiven) => {
  expect(judgeStage(counts, forgiven)).toBe(state)
})
