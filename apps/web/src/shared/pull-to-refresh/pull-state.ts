// Distances in CSS pixels. Dragging is damped, so that the page seems to hang on a spring.

export const thresholdPx = 60
export const maxPx = 80
export const reloadPx = 50
export const reloadDelayMs = 1000

export type Pull =
  | { phase: 'idle' }
  /** The finger went down at `startY` with the page at its top. */
  | { phase: 'pulling'; startY: number; distancePx: number }
  | { phase: 'reloading'; distancePx: typeof reloadPx }

export type PullEvent =
  | { kind: 'start'; y: number; scrollTop: number; touches: number }
  | { kind: 'move'; y: number }
  | { kind: 'end' }
  | { kind: 'cancel' }

export const idle: Pull = { phase: 'idle' }

/** The effect of a touch on a pull. Reaching `reloading` is the moment to reload after `reloadDelayMs`. */
export function nextPull(pull: Pull, event: PullEvent): Pull {
  if (pull.phase === 'reloading') return pull
  switch (event.kind) {
    case 'start':
      return event.scrollTop <= 0 && event.touches === 1
        ? { phase: 'pulling', startY: event.y, distancePx: 0 }
        : idle
    case 'move':
      return pull.phase === 'pulling' ? { ...pull, distancePx: resist(event.y - pull.startY) } : pull
    case 'end':
      return willReload(pull) ? { phase: 'reloading', distancePx: reloadPx } : idle
    case 'cancel':
      return idle
  }
}

export const willReload = (pull: Pull): boolean => pull.phase === 'pulling' && pull.distancePx >= thresholdPx

export const distanceOf = (pull: Pull): number => (pull.phase === 'idle' ? 0 : pull.distancePx)

/** Follows the finger at first, then less and less, up to the maximum. */
function resist(draggedPx: number): number {
  return draggedPx <= 0 ? 0 : maxPx * (1 - Math.exp(-draggedPx / maxPx))
}
