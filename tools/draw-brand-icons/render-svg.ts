import { type RenderedImage, Resvg } from '@resvg/resvg-js'

/** Renders at `width` pixels; uses no font, so it looks the same on every machine. */
export function renderSvg(svg: string, width: number): RenderedImage {
  return new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } }).render()
}
