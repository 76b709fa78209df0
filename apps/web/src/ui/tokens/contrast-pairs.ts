/** Which colours are used on which in the application; every theme must keep each pair distinguishable (WCAG 2.2 AA). */

const surfaces = ['bg', 'surface', 'surface-raised', 'surface-hover', 'surface-active'] as const

/** Text in any size: 4.5 to 1. The foreground, then all its backgrounds. */
export const textPairs: Record<string, readonly string[]> = {
  text: [...surfaces, 'accent-soft', 'danger-soft', 'warning-soft', 'mark'],
  'text-soft': [...surfaces, 'accent-soft', 'danger-soft', 'warning-soft'],
  'text-faint': surfaces,
  'accent-text': [...surfaces, 'accent-soft'],
  danger: [...surfaces, 'danger-soft'],
  warning: [...surfaces, 'warning-soft'],
  'on-accent': ['accent', 'accent-hover'],
  'on-tertiary': ['tertiary'],
  'on-success': ['success'],
  'on-danger': ['danger-strong'],
}

/** Graphics, focus and the borders of controls: 3 to 1. */
export const graphicPairs: Record<string, readonly string[]> = {
  accent: ['bg', 'surface', 'surface-raised', 'surface-hover', 'surface-active'],
  'accent-hover': ['surface'],
  focus: surfaces,
  'line-control': ['bg', 'surface', 'surface-raised'],
}

/** The colours of energy and of the time blocks are drawn on any of these. */
export const energySurfaces: readonly string[] = surfaces

/** Text in a colour that is the same in all dark and in all light themes. */
export const schemeTextPairs: Record<string, readonly string[]> = { better: ['bg', 'surface'] }

/** Adjacent fills in a chart with opposite meanings. */
export const fillsApart: readonly (readonly [string, string])[] = [
  ['energy-battery-charge', 'fill-battery-discharge'],
]

export const leastTextContrast = 4.5
export const leastGraphicContrast = 3
/** A rim against its own fill, and fills against each other. */
export const leastRimContrast = 1.8
