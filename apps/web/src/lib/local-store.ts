const prefix = 'ohmstead.'

/** Everything kept in the browser, by name. What is not `kept` belongs to the signed-in person and goes at sign-out. */
const kept = ['theme', 'siteTheme', 'locale', 'firstName', 'company', 'sidebar', 'confirmation'] as const
type Kept = (typeof kept)[number]
export type StoredName =
  | Kept
  | 'menu'
  | 'breadcrumbs'
  | 'navigationContext'
  | 'maintenanceDismissed'
  | 'lastKnown'
  | 'portal'

export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, value)
  } catch {
    // Refused or full: the application works without, it only forgets.
  }
}

export function readStoredJson<T>(name: StoredName): T | null {
  const text = readStored(name)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

export function writeStoredJson(name: StoredName, value: unknown): void {
  writeStored(name, value === null ? null : JSON.stringify(value))
}

/** At sign-out and when acting as somebody else starts or stops. */
export function wipeStored(): void {
  for (const name of [
    'menu',
    'breadcrumbs',
    'navigationContext',
    'maintenanceDismissed',
    'lastKnown',
    'portal',
  ] as const)
    writeStored(name, null)
  for (const listener of wipeListeners) listener()
}

const wipeListeners = new Set<() => void>()

/** For what is also held in memory. */
export function onWipe(listener: () => void): void {
  wipeListeners.add(listener)
}
