import { describe, expect, it } from 'vitest'
import { countNotices, isQuiet, joinSpans } from './rule-notices.ts'

const hour = 3_600_000
const begin = Date.UTC(2026, 0, 14)
const timeZone = 'Europe/Ljubljana'
const span = (from: number, to: number | null) => ({
  from: begin + from * hour,
  to: to === null ? null : begin + to * hour,
  timeZone,
})

describe('messages of alarms', () => {
  it('are one of each begin, and one of each end where asked for', () => {
    const spans = [span(0, 1), span(5, null)]
    const terms = { isTogether: false, sendsRecovery: false, quiet: null }
    expect(countNotices(spans, terms)).toEqual({ notices: 2, quiet: 0 })
    expect(countNotices(spans, { ...terms, sendsRecovery: true })).toEqual({ notices: 3, quiet: 0 })
  })

  it('of ten thousand places together are as many as there are outages', () => {
    const spans = Array.from({ length: 10_000 }, (_, at) => span(at / 20_000, 2 + at / 20_000))
    const terms = { isTogether: true, sendsRecovery: true, quiet: null }
    expect(countNotices([...spans, span(9, 10)], terms)).toEqual({ notices: 4, quiet: 0 })
    expect(joinSpans([span(0, 1), span(1, 2), span(0.5, null), span(7, 8)])).toEqual([span(0, null)])
  })

  it('in quiet hours are held back, by the clock of the place and over midnight', () => {
    const quiet = { from: 22 * 60, until: 6 * 60 }
    expect([20.9, 21, 4.9, 5].map((at) => isQuiet(quiet, begin + at * hour, timeZone))).toEqual([
      ...[false, true, true, false],
    ])
    const terms = { isTogether: false, sendsRecovery: true, quiet }
    expect(countNotices([span(3, 8)], terms)).toEqual({ notices: 2, quiet: 1 })
    expect(isQuiet({ from: 60, until: 120 }, begin + hour, timeZone)).toBe(false)
  })
})
