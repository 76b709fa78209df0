const listeners = new Set<() => void>()

/** Opens the list of alarms, which belongs to the bell. */
export function openBell(): void {
  for (const listener of listeners) listener()
}

/** Only pages of a location or a group have one. */
export const hasBell = () => listeners.size > 0

/** For the bell; the result ends it. */
export function onOpenBell(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
