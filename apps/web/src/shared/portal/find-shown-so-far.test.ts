import { expect, test } from 'vitest'
import { findShownSoFar } from './find-shown-so-far.ts'

const known = (from: string, to: string) => ({
  known: { fromMs: Date.parse(`${from}T00:00:00+02:00`), toMs: Date.parse(`${to}T00:00:00+02:00`) },
})
const year = { from: '2025-06-01', to: '2026-05-31' }
const reading = { from: '2026-04-01', to: '2026-05-31', read_since: '2026-04-01' }
const whole = { from: '2024-06-01', to: '2026-05-31', read_since: null }

test('a picture with older days still being read is named by its own days', () => {
  expect(findShownSoFar(known('2026-05-02', '2026-06-01'), year, reading, false)).toEqual({
    from: '2026-05-02',
    to: '2026-05-31',
  })
})

test('a partial picture stays one until the whole is drawn, even if the import is over', () => {
  const picture = known('2026-05-02', '2026-06-01')
  expect(findShownSoFar(picture, year, whole, true)).toEqual({ from: '2026-05-02', to: '2026-05-31' })
  expect(findShownSoFar(known('2025-06-01', '2026-06-01'), year, whole, false)).toBe(null)
})

test('a point metered only after the first chosen day is complete', () => {
  const later = { ...whole, from: '2026-05-02' }
  expect(findShownSoFar(known('2026-05-02', '2026-06-01'), year, later, false)).toBe(null)
})

test('a drawn picture is the whole, though older readings were corrected into view meanwhile', () => {
  const older = { ...whole, from: '2026-04-01' }
  expect(findShownSoFar(known('2026-05-02', '2026-06-01'), year, older, false)).toBe(null)
})
