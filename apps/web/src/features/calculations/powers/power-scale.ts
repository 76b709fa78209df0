/** The position of the plot in the picture of powers, px. */
export const plot = { left: 40, top: 12, bottom: 30, height: 320 } as const
const plotHeight = plot.height - plot.top - plot.bottom

/** The height at which a power is drawn, on a scale from zero to `scaleTop` kW. */
export function toY(kw: number, scaleTop: number): number {
  return plot.top + (1 - Math.min(kw, scaleTop) / scaleTop) * plotHeight
}

/** The power at a height, kW. */
export function toKw(y: number, scaleTop: number): number {
  return (1 - (y - plot.top) / plotHeight) * scaleTop
}
