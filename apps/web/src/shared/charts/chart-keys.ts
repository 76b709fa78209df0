import type { ChartModel, ChartWindow } from './chart-model.ts'
import { clampWindow, zoomAround } from './chart-window.ts'
import { findVisible } from './value-range.ts'

export interface KeyResult {
  cursor?: number
  window?: ChartWindow | null
}

/**
 * The effect of a key: arrows move the crosshair by a bucket (with Shift by ten), Page by a tenth of the shown range,
 * Home and End to the edges, + and − zoom around the crosshair, Escape shows everything. Null for other keys.
 */
export function handleChartKey(
  key: string,
  hasShift: boolean,
  model: Pick<ChartModel, 'ts' | 'fromMs' | 'toMs'>,
  window: ChartWindow,
  cursor: number | null,
): KeyResult | null {
  const { from, to } = findVisible(model, window)
  if (to <= from) return null
  const whole = { fromMs: model.fromMs, toMs: model.toMs }
  const at = cursor ?? from
  const page = Math.max(1, Math.round((to - from) / 10))
  const step = hasShift ? 10 : 1
  const move = (to: number): KeyResult => {
    const next = Math.min(model.ts.length - 1, Math.max(0, to))
    return { cursor: next, ...follow(next) }
  }
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return move(at - step)
    case 'ArrowRight':
    case 'ArrowUp':
      return move(cursor === null ? from : at + step)
    case 'PageUp':
      return move(at + page)
    case 'PageDown':
      return move(at - page)
    case 'Home':
      return move(from)
    case 'End':
      return move(to - 1)
    case '+':
    case '=':
      return { window: clampWindow(zoomAround(window, model.ts[at]!, 0.5), whole) }
    case '-':
      return { window: clampWindow(zoomAround(window, model.ts[at]!, 2), whole) }
    case 'Escape':
      return { window: null }
    default:
      return null
  }

  // The crosshair never leaves the picture: the window follows.
  function follow(index: number): KeyResult {
    const ms = model.ts[index]!
    if (ms >= window.fromMs && ms < window.toMs) return {}
    const byMs =
      ms < window.fromMs ? ms - window.fromMs : ms - window.toMs + (window.toMs - window.fromMs) / 20
    return { window: clampWindow({ fromMs: window.fromMs + byMs, toMs: window.toMs + byMs }, whole) }
  }
}
