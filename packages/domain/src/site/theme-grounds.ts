import type { ThemeName } from './theme-names.ts'

/** The background of each theme, for what is drawn before its style sheet is loaded. The same as `--bg` of its tokens. */
export const themeGrounds: Readonly<Record<ThemeName, string>> = {
  default: '#0b0d10',
  'dark-blue': '#071226',
  white: '#f6f7f9',
  yellow: '#f7f0d6',
  'red-gray': '#191717',
  'energy-blue': '#edf4fd',
  'dark-orange': '#180c06',
  'dark-green': '#05130a',
  'green-gray': '#ebeeea',
  'white-gray': '#f3f3f5',
  'yellow-blue': '#eff4fa',
  'dark-yellow-blue': '#04142d',
  'blue-green': '#011b24',
  'energy-cyan': '#e3f6f8',
  'dark-cyan': '#010b0e',
}
