/** The looks a site or a person may choose; each is a set of tokens in the web application. */
export const themeNames = [
  'default',
  'dark-blue',
  'white',
  'yellow',
  'red-gray',
  'energy-blue',
  'dark-orange',
  'dark-green',
  'green-gray',
  'white-gray',
  'yellow-blue',
  'dark-yellow-blue',
  'blue-green',
  'energy-cyan',
  'dark-cyan',
] as const

export type ThemeName = (typeof themeNames)[number]

export function isThemeName(name: string): name is ThemeName {
  return (themeNames as readonly string[]).includes(name)
}
