export type ToastTone = 'default' | 'success' | 'danger'

export interface Toast {
  id: number
  message: string
  tone: ToastTone
  action?: ToastAction
}

interface ToastAction {
  label: string
  run: () => void
  /** Undoes the last action: Ctrl+Z does it too while the message is shown. */
  isUndo?: boolean
}

interface ToastOptions {
  tone?: ToastTone
  /** null keeps it until it is closed. */
  delayMs?: number | null
  action?: ToastAction
}

const defaultDelayMs = 2000
/** Messages about a finished or failed set-up. */
export const setupToastMs = 5000
/** Messages that offer to undo something. */
export const undoToastMs = 6000

let toasts: readonly Toast[] = []
let lastId = 0
let isPaused = false
const listeners = new Set<() => void>()
/** The remaining time of each expiring message; its timer is absent while all of them are paused. */
const clocks = new Map<number, { leftMs: number; startedAt: number; timer?: ReturnType<typeof setTimeout> }>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function showToast(
  message: string,
  { tone = 'default', delayMs = defaultDelayMs, action }: ToastOptions = {},
): number {
  lastId += 1
  const id = lastId
  set([...toasts, { id, message, tone, ...(action && { action }) }])
  if (delayMs !== null) {
    clocks.set(id, { leftMs: delayMs, startedAt: 0 })
    if (!isPaused) start(id)
  }
  return id
}

export function closeToast(id: number): void {
  clearTimeout(clocks.get(id)?.timer)
  clocks.delete(id)
  set(toasts.filter((toast) => toast.id !== id))
}

/** While somebody points at a message or has the focus in one, none expires. */
export function pauseToasts(): void {
  if (isPaused) return
  isPaused = true
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer)
    clock.leftMs -= Date.now() - clock.startedAt
  }
}

export function resumeToasts(): void {
  if (!isPaused) return
  isPaused = false
  for (const id of clocks.keys()) start(id)
}

function start(id: number): void {
  const clock = clocks.get(id)
  if (!clock) return
  clock.startedAt = Date.now()
  clock.timer = setTimeout(() => closeToast(id), clock.leftMs)
}

export function getToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
