import { expect, test } from 'vitest'
import type { FeeMonth } from '../calculation-data.ts'
import { collectNotes } from './month-notes.ts'

const whole = { present: 2976, isComplete: true, isProvisional: false }
const month = (key: string, changes: Partial<FeeMonth> = {}, quality: object = {}) =>
  ({
    month: key,
    missing: [],
    assumption: null,
    quality: { ...whole, ...quality },
    ...changes,
  }) as unknown as FeeMonth

test('each reason is listed once with all its months', () => {
  const noTariff = {
    missing: [{ kind: 'noTariff', rate: 'newSystem', notes: [{ key: 'not_found' }] }],
  } as Partial<FeeMonth>
  const months = [
    month('jan-2027', noTariff),
    month('feb-2027', noTariff, { isComplete: false }),
    month('mar-2027', {}, { isProvisional: true }),
  ]
  expect(collectNotes(months)).toEqual([
    { kind: 'noTariff', months: ['jan-2027', 'feb-2027'], reasons: [{ key: 'not_found' }] },
    { kind: 'incomplete', months: ['feb-2027'], reasons: [] },
    { kind: 'provisional', months: ['mar-2027'], reasons: [] },
  ])
})

test('a month without readings is not listed as incomplete as well', () => {
  const empty = month('jan-2026', { missing: [{ kind: 'noReadings' }] }, { present: 0, isComplete: false })
  expect(collectNotes([empty])).toEqual([{ kind: 'noReadings', months: ['jan-2026'], reasons: [] }])
})
