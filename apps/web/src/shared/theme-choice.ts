import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../lib/local-store.ts'
import { colorSchemeOf, isTheme, type Theme } from '../ui/themes.ts'

const listeners = new Set<() => void>()
let current: Theme = themeOf(readStored('theme')) ?? 'default'

function themeOf(name: string | null | undefined): Theme | null {
  return isTheme(name) ? name : null
}

/** The current theme: the person's, else this browser's, else the site's. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current)
}

export function setThemeChoice(theme: Theme): void {
  writeStored('theme', theme)
  show(theme)
}

/** At the start and at sign-in: the person's setting overrides the browser's; the site's is the last resort. */
export function adoptTheme(setting: string | null | undefined, site: string | null | undefined): void {
  // start.js uses it for the next first paint.
  writeStored('siteTheme', themeOf(site))
  const chosen = themeOf(setting)
  if (chosen) setThemeChoice(chosen)
  else show(themeOf(readStored('theme')) ?? themeOf(site) ?? 'default')
}

/** Paper is light, whatever the screen is; this is not stored. */
export function showOnPaper(isPrinting: boolean): void {
  if (isPrinting) {
    onScreen = current
    show('white')
  } else if (onScreen) {
    show(onScreen)
    onScreen = null
  }
}

let onScreen: Theme | null = null

function show(theme: Theme): void {
  current = theme
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.mantineColorScheme = colorSchemeOf(theme)
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (frame) frame.content = getComputedStyle(root).getPropertyValue('--bg').trim()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
