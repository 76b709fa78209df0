import { type ThemeName, themeNames } from '@ohmstead/domain/site/theme-names'

/** The themes that a site or a person chooses by name; each is a token set in `tokens/`. */
export const themes = themeNames
export type Theme = ThemeName

/** start.js has the same list, for the first paint. */
export const lightThemes: readonly Theme[] = [
  'white',
  'yellow',
  'energy-blue',
  'green-gray',
  'white-gray',
  'yellow-blue',
  'energy-cyan',
]

export function isTheme(name: string | null | undefined): name is Theme {
  return themes.some((theme) => theme === name)
}

export function colorSchemeOf(theme: Theme): 'dark' | 'light' {
  return lightThemes.includes(theme) ? 'light' : 'dark'
}
