import { describe, expect, test } from 'vitest'
import { handleChartKey } from './chart-keys.ts'
import { clampWindow, zoomAround } from './chart-window.ts'

const hour = 3_600_000
const model = { ts: Float64Array.from({ length: 24 }, (_, i) => i * hour), fromMs: 0, toMs: 24 * hour }
const whole = { fromMs: 0, toMs: 24 * hour }
const press = (key: string, cursor: number | null, window = whole, hasShift = false) =>
  handleChartKey(key, hasShift, model, window, cursor)

describe('keys of a chart', () => {
  test.each<[string, number | null, boolean, number]>([
    ['ArrowRight', null, false, 0],
    ['ArrowRight', 3, false, 4],
    ['ArrowLeft', 3, false, 2],
    ['ArrowLeft', 0, false, 0],
    ['ArrowRight', 3, true, 13],
    ['ArrowRight', 20, true, 23],
    ['PageUp', 3, false, 5],
    ['Home', 9, false, 0],
    ['End', 9, false, 23],
  ])('%s from %s (Shift %s) leads to %d', (key, cursor, hasShift, expected) => {
    expect(press(key, cursor, whole, hasShift)?.cursor).toBe(expected)
  })
  test('the window follows the crosshair out of it', () => {
    const window = { fromMs: 2 * hour, toMs: 6 * hour }
    const { window: next } = press('ArrowRight', 5, window)!
    expect(next!.fromMs).toBeGreaterThan(window.fromMs)
    expect(next!.toMs - next!.fromMs).toBe(4 * hour)
  })
  test('plus zooms around the crosshair, Escape shows everything, other keys are ignored', () => {
    const { window } = press('+', 12)!
    expect(window).toEqual({ fromMs: 6 * hour, toMs: 18 * hour })
    expect(press('Escape', 12, window!)).toEqual({ window: null })
    expect(press('a', 12)).toBeNull()
  })
})

describe('the zoomed window', () => {
  test('stays inside the whole, and wide enough to see something', () => {
    expect(clampWindow({ fromMs: -5 * hour, toMs: -hour }, whole)).toEqual({ fromMs: 0, toMs: 4 * hour })
    expect(clampWindow({ fromMs: 30 * hour, toMs: 32 * hour }, whole)).toEqual({
      fromMs: 22 * hour,
      toMs: 24 * hour,
    })
    const { fromMs, toMs } = clampWindow({ fromMs: hour, toMs: hour + 1 }, whole)!
    expect(toMs - fromMs).toBe(300_000)
  })
  test('as wide as the whole is no zoom', () => {
    expect(clampWindow(zoomAround({ fromMs: hour, toMs: 20 * hour }, 10 * hour, 4), whole)).toBeNull()
  })
})
