import { formatTag } from '../i18n/locale.ts'
import { getFormat } from '../i18n/use-format.ts'
import type { ChartTheme } from './chart-model.ts'

/** Energy series and picked metrics → the token they are drawn with. The colours are the same in every theme. */
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
  compare: '--text',
  agreed: '--text',
  excess: '--energy-heat',
  block1: '--block-1',
  block2: '--block-2',
  block3: '--block-3',
  block4: '--block-4',
  block5: '--block-5',
}

/** The CSS colour of a series for legends and diagrams. */
export function energyColour(key: string): string {
  return `var(${tokens[key] ?? '--energy-other'})`
}

/** The token colours as the canvas needs them: resolved where the element stands. */
export function readChartTheme(element: Element, locale: string, hour12: boolean): ChartTheme {
  const style = getComputedStyle(element)
  const read = (name: string) => expandColour(style.getPropertyValue(name).trim())
  const resolved = new Map<string, string>()
  const format = getFormat(locale)
  return {
    background: read('--surface'),
    grid: read('--line'),
    axis: read('--line-control'),
    text: read('--text-faint'),
    ink: read('--text'),
    font: `12px ${read('--font') || 'sans-serif'}`,
    colour: (key) => {
      const found = resolved.get(key) ?? read(tokens[key] ?? '--energy-other')
      resolved.set(key, found)
      return found
    },
    locale: formatTag(locale),
    hour12,
    formatNumber: (value, digits) => format.number(value, digits),
  }
}

/** '#fff', which a built style sheet says for '#ffffff', in full: canvases append an opacity to it or take it apart. */
export function expandColour(value: string): string {
  return /^#[\da-f]{3}$/i.test(value) ? value.replace(/[\da-f]/gi, '$&$&') : value
}

/** Calls back when the person changes the theme; the answer stops it. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
