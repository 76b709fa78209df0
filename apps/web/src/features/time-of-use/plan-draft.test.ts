import { paintCells } from '@ohmstead/pricing/time-plan/week-cells'
import { expect, test } from 'vitest'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { adoptPlan, bringOver, isDirty, noteSaved, paint, redo, startDraft, undo } from './plan-draft.ts'

const plan = createTimePlan()
const area = { type: 'PRICING_ENERGY', seasonId: 1, weekdays: [1], from: 0, to: 4 } as const
const nextPlan = (more: Partial<typeof plan> = {}) => ({ ...plan, version: plan.version + 1, ...more })
const otherSlots = plan.slots.map((slot) => (slot.weekday === 2 ? { ...slot, blockId: 2 } : slot))

test('painting is undone and redone step by step; a step that changes nothing is none', () => {
  const first = paint(startDraft(plan), area, 1)
  const second = paint(first, { ...area, from: 4, to: 8 }, 1)
  expect(paint(second, area, 1)).toBe(second)
  expect(undo(second).cells).toBe(first.cells)
  expect(isDirty(undo(undo(second)))).toBe(false)
  expect(redo(undo(second)).cells).toBe(second.cells)
  expect(paint(undo(second), area, 2).future).toEqual([])
  expect(undo(startDraft(plan)).past).toEqual([])
})

test('painting back what was there is no change', () => {
  const draft = paint(paint(startDraft(plan), area, 1), area, 2)
  expect(isDirty(draft)).toBe(false)
})

test('a newer plan is adopted where nothing is painted', () => {
  const newer = nextPlan({ slots: otherSlots })
  const draft = adoptPlan(startDraft(plan), newer)
  expect(draft).toMatchObject({ base: newer, newer: null })
  expect(draft.cells).toEqual(startDraft(newer).cells)
})

test('other hours of somebody else wait for a decision; everything painted stays', () => {
  const painted = paint(startDraft(plan), area, 1)
  const newer = nextPlan({ slots: otherSlots })
  const waiting = adoptPlan(painted, newer)
  expect(waiting).toMatchObject({ newer, base: plan, cells: painted.cells })
  expect(adoptPlan(waiting, newer)).toBe(waiting)
  const brought = bringOver(waiting, newer)
  expect(brought.cells).toEqual(paintCells(startDraft(newer).cells, area, 1))
  expect(brought).toMatchObject({ newer: null, base: newer })
  expect(isDirty(brought)).toBe(true)
  expect(isDirty(undo(brought))).toBe(false)
})

test('hours that are stored just as they are painted here are no stranger’s', () => {
  const monday = { ...area, weekdays: [2], from: 0, to: 96 } as const
  const painted = paint(startDraft(plan), monday, 2)
  const saved = adoptPlan(painted, nextPlan({ slots: otherSlots }))
  expect(saved).toMatchObject({ newer: null, cells: painted.cells })
  expect([isDirty(painted), isDirty(saved)]).toEqual([true, false])
})

test('a new title, block or season beside the painting is adopted at once', () => {
  const painted = paint(startDraft(plan), area, 1)
  const newer = nextPlan({ title: 'Another' })
  expect(adoptPlan(painted, newer)).toMatchObject({ newer: null, base: newer })
  expect(isDirty(adoptPlan(painted, newer))).toBe(true)
})

test('what this page wrote itself is no stranger’s, even with other hours', () => {
  const painted = { ...paint(startDraft(plan), area, 1), ownVersion: plan.version + 1 }
  expect(adoptPlan(painted, nextPlan({ slots: otherSlots })).newer).toBe(null)
})

test('saved hours are what further painting begins from', () => {
  const painted = paint(startDraft(plan), area, 1)
  const saved = noteSaved(painted, painted.cells, plan.version + 1)
  expect(isDirty(saved)).toBe(false)
  expect(saved.base.version).toBe(plan.version + 1)
  // An answer from before the save arrives late.
  expect(adoptPlan(saved, plan)).toBe(saved)
  expect(isDirty(undo(saved))).toBe(true)
})
