import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceOf, idle, maxPx, nextPull, type Pull, type PullEvent, willReload } from './pull-state.ts'

const down: PullEvent = { kind: 'start', y: 100, scrollTop: 0, touches: 1 }
const run = (...events: PullEvent[]): Pull => events.reduce(nextPull, idle)

describe('pulling the page', () => {
  it('reloads once 60 pixels are reached and the finger is lifted, and stays at 50 meanwhile', () => {
    const pulled = run(down, { kind: 'move', y: 300 })
    expect(willReload(pulled)).toBe(true)
    expect(nextPull(pulled, { kind: 'end' })).toEqual({ phase: 'reloading', distancePx: 50 })
  })

  it('returns if released too early, or interrupted', () => {
    const short = run(down, { kind: 'move', y: 150 })
    expect(willReload(short)).toBe(false)
    expect(nextPull(short, { kind: 'end' })).toEqual(idle)
    expect(run(down, { kind: 'move', y: 400 }, { kind: 'cancel' })).toEqual(idle)
    expect(run(down, { kind: 'move', y: 400 }, { kind: 'move', y: 120 }, { kind: 'end' })).toEqual(idle)
  })

  it('does nothing inside a scrolled page, by two fingers, or upwards', () => {
    expect(run({ ...down, scrollTop: 1 }, { kind: 'move', y: 400 })).toEqual(idle)
    expect(run({ ...down, touches: 2 }, { kind: 'move', y: 400 })).toEqual(idle)
    expect(distanceOf(run(down, { kind: 'move', y: 20 }))).toBe(0)
    expect(run({ kind: 'move', y: 400 }, { kind: 'end' })).toEqual(idle)
  })

  it('never exceeds 80 pixels, whatever the finger does, and grows with the distance', () => {
    const y = fc.integer({ min: -5_000, max: 5_000 })
    fc.assert(
      fc.property(y, y, (one, other) => {
        const [near, far] = [Math.min(one, other), Math.max(one, other)].map((at) =>
          distanceOf(run(down, { kind: 'move', y: at })),
        )
        expect(near).toBeGreaterThanOrEqual(0)
        expect(far).toBeLessThanOrEqual(maxPx)
        expect(near).toBeLessThanOrEqual(far!)
      }),
    )
  })

  it('is not stopped by further touches once it reloads', () => {
    const reloading = run(down, { kind: 'move', y: 400 }, { kind: 'end' })
    for (const event of [down, { kind: 'move', y: 0 }, { kind: 'end' }, { kind: 'cancel' }] as const)
      expect(nextPull(reloading, event)).toEqual(reloading)
  })
})
