import { expect, it } from 'vitest'
import { boundDays } from './bound-days.ts'

const now = Temporal.ZonedDateTime.from('2026-11-22T10:00+01:00[Europe/Ljubljana]')
const bound = (from: string, to: string) => boundDays({ from, to }, now)
const ms = (text: string) => Date.parse(text)

it("takes whole days in the reader's time zone, including the 25 hours in autumn", () => {
  expect(bound('2026-10-25', '2026-10-25')).toEqual({
    from: ms('2026-10-25T00:00+02:00'),
    to: ms('2026-10-26T00:00+01:00'),
  })
})

it('has no bounds without days', () => {
  expect(bound('', '')).toEqual({ from: undefined, to: undefined })
})

it("clamps days outside the log's range", () => {
  expect(bound('0000-01-01', '9999-12-31')).toEqual({ from: 0, to: ms('2026-11-23T10:00+01:00') })
  expect(bound('0050-03-01', '1960-05-01')).toEqual({ from: 0, to: 0 })
})
