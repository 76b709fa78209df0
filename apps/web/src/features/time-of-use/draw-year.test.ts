import { previewYear } from '@ohmstead/pricing/time-plan/preview-year'
import { compileTimePlan } from '@ohmstead/pricing/time-plan/slot-at'
import { expect, test } from 'vitest'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { findInYear, frameOf, layOutYear } from './draw-year.ts'

const days = previewYear(compileTimePlan(createTimePlan(), []), 'PRICING_ENERGY', 2026, 'Europe/Ljubljana')

test.each([380, 700, 1100])('%i pixels: what is framed is what is found there, all year', (width) => {
  const layout = layOutYear(width)
  for (const [day, one] of days.entries())
    for (const quarter of [0, 40, one.blocks.length - 1]) {
      const { left, top, width: wide } = frameOf(layout, one, quarter)
      expect(findInYear(layout, days, left + wide / 2, top + 0.4)).toEqual({ day, quarter })
    }
})

test('there is nothing beside the months, and no 30 February', () => {
  const layout = layOutYear(1100)
  expect(findInYear(layout, days, 0, 5)).toBe(null)
  expect(findInYear(layout, days, 5, layout.height + 20)).toBe(null)
  const february = frameOf(layout, days[31 + 27]!, 0)
  expect(findInYear(layout, days, february.left + february.width * 2.5, february.top + 1)).toBe(null)
})
