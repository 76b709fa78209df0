import type { ChartWindow } from './chart-model.ts'

/** The minimum width: below it there is nothing more to see. */
const closestMs = 5 * 60_000

/** Keeps a window inside the whole and wide enough; the whole itself is null: not zoomed. */
export function clampWindow(wanted: ChartWindow, whole: ChartWindow): ChartWindow | null {
  const span = Math.min(Math.max(wanted.toMs - wanted.fromMs, closestMs), whole.toMs - whole.fromMs)
  if (span >= whole.toMs - whole.fromMs) return null
  const fromMs = Math.min(Math.max(wanted.fromMs, whole.fromMs), whole.toMs - span)
  return { fromMs, toMs: fromMs + span }
}

/** Zooms by a factor around an instant, which stays where it is. */
export function zoomAround(window: ChartWindow, centreMs: number, factor: number): ChartWindow {
  return {
    fromMs: centreMs - (centreMs - window.fromMs) * factor,
    toMs: centreMs + (window.toMs - centreMs) * factor,
  }
}

const hourMs = 3_600_000

/** The surroundings of an instant; null if it lies outside of the whole. */
export function windowAround(atMs: number, whole: ChartWindow): ChartWindow | null {
  if (atMs < whole.fromMs || atMs >= whole.toMs) return null
  return clampWindow({ fromMs: atMs - 2 * hourMs, toMs: atMs + 4 * hourMs }, whole)
}
