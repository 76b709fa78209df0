import type { BrandShape, Stroke } from './brand-shapes.ts'

const round = (value: number) => Math.round(value * 100) / 100

function describe(stroke: Stroke): string {
  if (stroke.kind === 'line') return `M${stroke.from.join(' ')}L${stroke.to.join(' ')}`
  const { centre, radius, fromDegrees, toDegrees } = stroke
  const at = (degrees: number) =>
    [
      round(centre[0] + radius * Math.cos((degrees * Math.PI) / 180)),
      round(centre[1] + radius * Math.sin((degrees * Math.PI) / 180)),
    ].join(' ')
  return `M${at(fromDegrees)}A${radius} ${radius} 0 ${toDegrees - fromDegrees > 180 ? 1 : 0} 1 ${at(toDegrees)}`
}

const sign = (shape: BrandShape, ink: string) =>
  `<path d="${shape.strokes.map(describe).join('')}" fill="none" stroke="${ink}" stroke-width="${shape.width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The favicon: on a rounded background. */
export function drawIconSvg(shape: BrandShape): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${shape.name}</title><rect width="32" height="32" rx="8" fill="${shape.ground}"/>${sign(shape, shape.ink)}</svg>\n`
}

/** For systems that crop icons: the background fills all, the sign stays in the safe area. */
export function drawMaskableSvg(shape: BrandShape): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${shape.name}</title><rect width="32" height="32" fill="${shape.ground}"/><g transform="translate(3.2 3.2) scale(.8)">${sign(shape, shape.ink)}</g></svg>\n`
}

/** Sign and name side by side, readable on light and dark. */
export function drawLogoSvg(shape: BrandShape): string {
  // An explicit width, since the reader's font is unknown.
  const font = `textLength="${shape.name.length * 10.8}" lengthAdjust="spacingAndGlyphs" font-family="Inter,ui-sans-serif,system-ui,'Segoe UI',Roboto,sans-serif" font-size="19" font-weight="600"`
  const width = 44 + shape.name.length * 11
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="32" viewBox="0 0 ${width} 32"><title>${shape.name}</title><rect width="32" height="32" rx="8" fill="${shape.ground}"/>${sign(shape, shape.ink)}<text x="41" y="22.5" ${font} fill="${shape.logoInk}">${shape.name}</text></svg>\n`
}
