import { subscribeToPrinting } from '../../lib/printing.ts'
import { formatTag } from '../i18n/locale.ts'
import { getFormat } from '../i18n/use-format.ts'
import type { ChartTheme } from './chart-model.ts'

/** Energy series and picked metrics → their colour tokens. The colours are the same in every theme. */
const tokens: Record<string, string> = {
  production: '--energy-sun',
  battery_discharge: '--energy-battery-discharge',
  battery_charge: '--energy-battery-charge',
  grid_import: '--energy-grid-import',
  grid_export: '--energy-grid-export',
  home: '--energy-home',
  consumption: '--energy-home',
  hvac: '--energy-heat',
  ev: '--energy-ev',
  soc: '--energy-battery-charge',
  metric0: '--energy-grid-export',
  metric1: '--energy-sun',
  metric2: '--energy-grid-import',
  metric3: '--energy-ev',
  metric4: '--energy-heat',
  metric5: '--energy-battery-charge',
  metric6: '--energy-price',
  metric7: '--energy-home',
  price: '--energy-price',
  price_below: '--energy-grid-export',
  all_in: '--text',
  agreed: '--text',
  excess: '--energy-heat',
  block1: '--block-1',
  block2: '--block-2',
  block3: '--block-3',
  block4: '--block-4',
  block5: '--block-5',
}

/** Series whose fill differs from the colour of their lines and rims. */
const fills: Record<string, string> = {
  production: '--fill-sun',
  battery_discharge: '--fill-battery-discharge',
}

const paleEnding = ' pale'
const paleShare = 0.3

/** The key of a layer that is a pale area with an edge in the series' full colour. */
export const paleKey = (key: string) => `${key}${paleEnding}`

/** The look of a series' swatch: the fill of its areas, with their rim. */
export function energySwatch(key: string): { background: string; borderColor: string } {
  const colour = energyColour(key)
  return { background: fills[key] ? `var(${fills[key]})` : colour, borderColor: colour }
}

/** The CSS colour of a series' lines in diagrams. */
export function energyColour(key: string): string {
  return `var(${tokens[key] ?? '--energy-other'})`
}

/** The token colours for the canvas: resolved at the element. */
export function readChartTheme(element: Element, locale: string, hour12: boolean): ChartTheme {
  const style = getComputedStyle(element)
  const read = (name: string) => expandColour(style.getPropertyValue(name).trim())
  const resolved = new Map<string, string>()
  const resolve = (token: string) => {
    const found = resolved.get(token) ?? read(token)
    resolved.set(token, found)
    return found
  }
  const tokenOf = (key: string) => tokens[key] ?? '--energy-other'
  const format = getFormat(locale)
  return {
    background: read('--surface'),
    grid: read('--line'),
    axis: read('--line-control'),
    text: read('--text-faint'),
    ink: read('--text'),
    font: `12px ${read('--font') || 'sans-serif'}`,
    colour: (key) => {
      if (!key.endsWith(paleEnding)) return resolve(fills[key] ?? tokenOf(key))
      return mixColours(resolve(tokenOf(key.slice(0, -paleEnding.length))), read('--surface'), paleShare)
    },
    line: (key) => resolve(tokenOf(key.replace(paleEnding, ''))),
    locale: formatTag(locale),
    hour12,
    formatNumber: (value, digits) => format.number(value, digits),
  }
}

/** '#rrggbb' of two such colours. */
export function mixColours(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(one, at) * share + channel(other, at) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** '#fff', the minified form of '#ffffff', in full: canvases append an opacity to it or split it. */
export function expandColour(value: string): string {
  return /^#[\da-f]{3}$/i.test(value) ? value.replace(/[\da-f]/gi, '$&$&') : value
}

/** Calls back when the person changes the theme; the result stops it. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  // Before printing there is no time for an observer.
  const leave = subscribeToPrinting(onChange)
  return () => {
    observer.disconnect()
    leave()
  }
}
