const prefix = 'ohmstead.'

/** Everything stored in the browser, by name. Entries that are not `kept` are deleted with the person's session. */
const kept = [
  'theme',
  'siteTheme',
  'locale',
  'firstName',
  'company',
  'sidebar',
  'confirmation',
  'scannedLabel',
] as const
type Kept = (typeof kept)[number]
export type StoredName =
  | Kept
  | 'menu'
  | 'breadcrumbs'
  | 'navigationContext'
  | 'maintenanceDismissed'
  | 'lastKnown'
  | 'lastPlace'
  | 'actedFrom'
  | 'portal'
  | 'spotRegion'

/** The person has signed out: a late answer or page no longer stores anything of theirs. */
let hasLeft = false

/** The next document is another person's: what this one still receives is not stored. */
export function stopStoring(): void {
  hasLeft = true
}

export const isStoring = (): boolean => !hasLeft

/** Somebody signs in. */
export function admitPerson(): void {
  hasLeft = false
}

export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

export function writeStored(name: StoredName, value: string | null): void {
  if (hasLeft && value !== null && !(kept as readonly string[]).includes(name)) return
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

/** When somebody signs in, and when impersonation starts or stops. */
export function wipeStored(): void {
  for (const name of [
    'menu',
    'breadcrumbs',
    'navigationContext',
    'maintenanceDismissed',
    'lastKnown',
    'lastPlace',
    'actedFrom',
    'portal',
    'spotRegion',
  ] as const)
    writeStored(name, null)
  for (const listener of wipeListeners) listener()
}

/** How this browser draws pages, whoever uses it; also needed by the sign-in pages. */
const impersonal = ['theme', 'siteTheme', 'locale'] as const satisfies Kept[]

/**
 * After a session nothing of its person stays in the browser. The server's answer may clear the whole storage,
 * so impersonal entries are written again afterwards: this removes them and returns a function to do so.
 */
export function leaveStored(): () => void {
  const staying = impersonal.map((name) => [name, readStored(name)] as const)
  return () => {
    hasLeft = true
    wipeStored()
    for (const storage of ['localStorage', 'sessionStorage'] as const) {
      try {
        window[storage].clear()
      } catch {
        // Refused: then there is nothing in it either.
      }
    }
    for (const [name, value] of staying) writeStored(name, value)
  }
}

const wipeListeners = new Set<() => void>()

/** For values also held in memory. */
export function onWipe(listener: () => void): void {
  wipeListeners.add(listener)
}
