import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClockVerdict, noteClockOffset, unwatchedClock } from './clock-watch.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const start = 1_767_225_600_000

/** The verdicts after each message: `[arrival after the start, offset]`. */
function judge(messages: readonly (readonly [number, number])[]): (ClockVerdict | null)[] {
  let watch = unwatchedClock
  return messages.map(([arrival, offsetMs]) => {
    watch = noteClockOffset(watch, { offsetMs, arrivedAt: start + arrival })
    return watch.verdict
  })
}
const everyMinute = (minutes: number, offsetAt: (arrival: number, index: number) => number) =>
  Array.from({ length: minutes }, (_, index) => [index * minute, offsetAt(index * minute, index)] as const)
const wrongOnes = (verdicts: readonly (ClockVerdict | null)[]) =>
  verdicts.filter((verdict) => verdict?.isWrong)

/** Arrivals between a second and half an hour apart, often close together around the end of a window. */
const gap = fc.oneof(
  fc.integer({ min: second, max: 30 * minute }),
  fc.constantFrom(second, 5 * second, 10 * minute - second, 10 * minute),
)
const arrivals = fc.array(gap, { minLength: 3, maxLength: 120 }).map((gaps) => {
  let arrival = 0
  return gaps.map((gap) => {
    arrival += gap
    return arrival
  })
})
const beyond = fc
  .tuple(fc.integer({ min: 2 * minute + 1, max: 60 * 365 * 24 * hour }), fc.boolean())
  .map(([size, isAhead]) => (isAhead ? size : -size))

describe('the verdict on a clock', () => {
  it('is right after one window within a minute of server time', () => {
    const verdicts = judge(everyMinute(11, () => -minute))
    expect(verdicts.slice(0, 10)).toEqual(Array(10).fill(null))
    expect(verdicts[10]).toEqual({ offsetMs: -minute, isWrong: false, checkedAt: start + 10 * minute })
  })

  it('is wrong after two windows that agree, by the least delayed message', () => {
    const delays = [9, 0, 50, 300, 7]
    const verdicts = judge(everyMinute(21, (_, index) => 2 * hour - delays[index % 5]! * second))
    expect(verdicts[19]).toBeNull()
    expect(verdicts[20]).toEqual({ offsetMs: 2 * hour, isWrong: true, checkedAt: start + 20 * minute })
  })

  it.each([
    ['two minutes are within what is right', 2 * minute, 2 * minute, false],
    ['both windows have to be beyond', 2 * minute, 2 * minute + second, false],
    ['beyond in both', 2 * minute + 1, 2 * minute + second, true],
    ['a minute apart is not steady', 3 * minute, 4 * minute, undefined],
    ['just less than a minute apart is', 3 * minute, 4 * minute - 1, true],
    ['behind', -3 * minute, -3 * minute, true],
    ['ahead, then behind', 3 * minute, -3 * minute, undefined],
  ])('%s', (_, first, second, isWrong) => {
    const verdicts = judge([
      [0, first],
      [10 * minute, second],
      [20 * minute, second],
    ])
    expect(verdicts[2]?.isWrong).toBe(isWrong)
  })

  it('stays wrong until a window is within a minute again', () => {
    const offsets = [hour, hour, hour, 90 * second, 90 * second, minute, 90 * second, 90 * second]
    const verdicts = judge(offsets.map((offset, index) => [index * 10 * minute, offset]))
    expect(verdicts.map((verdict) => verdict && [verdict.offsetMs, verdict.isWrong])).toEqual([
      null,
      null,
      [hour, true],
      [hour, true],
      // A single different offset does not count yet.
      [hour, true],
      [90 * second, true],
      [minute, false],
      [90 * second, false],
    ])
  })

  it('is wrong whenever the offset stays the same and exceeds two minutes', () => {
    fc.assert(
      fc.property(arrivals, beyond, (times, offset) => {
        const verdicts = judge(times.map((arrival) => [arrival, offset]))
        let ended = 0
        let startedAt = times[0]!
        for (const [index, arrival] of times.entries()) {
          if (arrival - startedAt >= 10 * minute) {
            ended++
            startedAt = arrival
          }
          expect(verdicts[index]?.isWrong === true).toBe(ended >= 2)
        }
      }),
    )
  })

  it('is wrong by its third window if every message is delayed by up to 25 seconds', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 25 * second }), { minLength: 31, maxLength: 31 })
    fc.assert(
      fc.property(delays, beyond, (list, offset) => {
        const outside = offset > 0 ? offset + 25 * second : offset
        const verdicts = judge(everyMinute(31, (_, index) => outside - list[index]!))
        expect(verdicts.at(-1)?.isWrong).toBe(true)
      }),
    )
  })

  it('is never wrong for a right clock with messages up to a minute late', () => {
    fc.assert(
      fc.property(arrivals, fc.infiniteStream(fc.integer({ min: 0, max: minute })), (times, delays) => {
        const verdicts = judge(times.map((arrival) => [arrival, -delays.next().value!]))
        expect(wrongOnes(verdicts)).toEqual([])
      }),
    )
  })

  it('is never wrong because of a backlog, however fast it is worked off and whenever its messages arrive', () => {
    // A backlog closer than a tenth to real time drifts less than the minute by which two windows may differ.
    const speed = fc.oneof(
      fc.double({ min: 0, max: 0.899, noNaN: true }),
      fc.double({ min: 1.101, max: 500, noNaN: true }),
    )
    const delay = fc.integer({ min: 0, max: 400 * 24 * hour })
    fc.assert(
      fc.property(arrivals, speed, delay, (times, pace, behind) => {
        const verdicts = judge(times.map((arrival) => [arrival, Math.min(0, -behind + (pace - 1) * arrival)]))
        expect(wrongOnes(verdicts)).toEqual([])
      }),
    )
  })

  it('is not wrong because two messages of a backlog arrive just before and just after the end of a window', () => {
    const backlog = [0, 599, 600, 1200].map(
      (arrival) => [arrival * second, -10 * hour + 2 * arrival * second] as const,
    )
    expect(judge(backlog)).toEqual([null, null, null, null])
  })

  it('allocates nothing: a message that changes nothing returns the same object', () => {
    const first = noteClockOffset(unwatchedClock, { offsetMs: -5, arrivedAt: start })
    expect(noteClockOffset(first, { offsetMs: -5, arrivedAt: start + second })).toBe(first)
    expect(noteClockOffset(first, { offsetMs: -hour, arrivedAt: start - second })).toBe(first)
  })
})
