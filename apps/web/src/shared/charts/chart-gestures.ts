import type { ChartWindow } from './chart-model.ts'
import { clampWindow, zoomAround } from './chart-window.ts'

export interface GestureOptions {
  /** The position and width of the plots on the screen. */
  plot: () => { left: number; width: number }
  window: () => ChartWindow
  /** The whole range, which limits everything. */
  whole: () => ChartWindow
  onTouch: (ms: number) => void
  /** `isMoving` while the button is still down. */
  onWindow: (window: ChartWindow | null, isMoving: boolean) => void
}

/**
 * Gestures missing in uPlot: dragging with Shift pans, Ctrl and wheel zooms, a finger moves the
 * crosshair. Returns the function that removes all listeners.
 */
export function attachGestures(element: HTMLElement, options: GestureOptions): () => void {
  let start: { x: number; window: ChartWindow } | null = null
  const off = new AbortController()
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => element.addEventListener(type, listener, { signal: off.signal, passive })
  const toMs = (clientX: number) => {
    const { left, width } = options.plot()
    const { fromMs, toMs: end } = options.window()
    return fromMs + (Math.min(width, Math.max(0, clientX - left)) / width) * (end - fromMs)
  }
  const pan = (clientX: number, isMoving: boolean) => {
    const { fromMs, toMs: end } = start!.window
    const byMs = ((start!.x - clientX) / options.plot().width) * (end - fromMs)
    const wanted = { fromMs: fromMs + byMs, toMs: end + byMs }
    options.onWindow(clampWindow(wanted, options.whole()), isMoving)
  }

  listen('pointerdown', (event) => {
    if (event.pointerType !== 'mouse') return options.onTouch(toMs(event.clientX))
    if (event.button !== 0 || !event.shiftKey) return
    start = { x: event.clientX, window: options.window() }
    element.setPointerCapture(event.pointerId)
  })
  listen('pointermove', (event) => {
    if (start) pan(event.clientX, true)
    else if (event.pointerType !== 'mouse') options.onTouch(toMs(event.clientX))
  })
  listen('pointerup', (event) => {
    if (start) pan(event.clientX, false)
    start = null
  })
  listen('pointercancel', () => {
    start = null
  })
  listen(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const zoomed = zoomAround(options.window(), toMs(event.clientX), 1.0015 ** event.deltaY)
      options.onWindow(clampWindow(zoomed, options.whole()), false)
    },
    false,
  )
  return () => off.abort()
}
