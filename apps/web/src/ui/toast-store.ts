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
}

interface ToastOptions {
  tone?: ToastTone
  /** null keeps it until it is closed. */
  delayMs?: number | null
  action?: ToastAction
}

const defaultDelayMs = 2000
/** Messages about a finished or failed setup. */
export const setupToastMs = 5000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

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
  if (delayMs !== null) setTimeout(() => closeToast(id), delayMs)
  return id
}

export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

export function getToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
