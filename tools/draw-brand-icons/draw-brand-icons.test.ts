import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brandShapes } from './brand-shapes.ts'
import { drawIconSvg, drawLogoSvg, drawMaskableSvg } from './draw-svg.ts'
import { renderSvg } from './render-svg.ts'

const read = (name: string) => readFileSync(new URL(`../../apps/web/public/brands/${name}`, import.meta.url))

/** A picture inside another, since the renderer cannot read PNG. */
function decodePng(png: Buffer, size: number) {
  const href = `data:image/png;base64,${png.toString('base64')}`
  return renderSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image width="${size}" height="${size}" href="${href}"/></svg>`,
    size,
  ).pixels
}

describe.each(Object.entries(brandShapes))('the pictures of %s', (brand, shape) => {
  it('are the ones that the application serves', () => {
    expect(read(`${brand}/icon.svg`).toString()).toBe(drawIconSvg(shape))
    expect(read(`${brand}/maskable.svg`).toString()).toBe(drawMaskableSvg(shape))
    expect(read(`${brand}/logo.svg`).toString()).toBe(drawLogoSvg(shape))
  })

  it.each([192, 512])('show the sign on its ground, with free corners, at %i pixels', (size) => {
    const png = read(`${brand}/icon-${size}.png`)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
    const pixels = decodePng(png, size)
    const at = (x: number, y: number) => pixels.subarray((y * size + x) * 4, (y * size + x) * 4 + 4)
    expect(at(0, 0)[3]).toBe(0)
    expect(at(size / 2, size / 2)[3]).toBe(255)
    const colours = new Set<string>()
    for (let x = 0; x < size; x++) for (let y = 0; y < size; y++) colours.add(at(x, y).toString('hex', 0, 3))
    expect(colours).toContain(shape.ground.slice(1))
    expect(colours).toContain(shape.ink.slice(1))
  })

  it.each([192, 512])('are drawn from the same shapes at %i pixels', (size) => {
    const drawn = renderSvg(drawIconSvg(shape), size).pixels
    const kept = decodePng(read(`${brand}/icon-${size}.png`), size)
    const differing = drawn.filter((value, index) => Math.abs(value - kept[index]!) > 2).length
    expect(differing).toBe(0)
  })
})
