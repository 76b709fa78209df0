import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { brandShapes } from './brand-shapes.ts'
import { drawIconPng } from './draw-png.ts'
import { drawIconSvg, drawLogoSvg, drawMaskableSvg } from './draw-svg.ts'

const read = (name: string) => readFileSync(new URL(`../../apps/web/public/brands/${name}`, import.meta.url))

describe.each(Object.entries(brandShapes))('the pictures of %s', (brand, shape) => {
  it('are the ones that the application serves', () => {
    expect(read(`${brand}/icon.svg`).toString()).toBe(drawIconSvg(shape))
    expect(read(`${brand}/maskable.svg`).toString()).toBe(drawMaskableSvg(shape))
    expect(read(`${brand}/logo.svg`).toString()).toBe(drawLogoSvg(shape))
  })

  it.each([192, 512])('show the sign on its ground, with free corners, at %i pixels', (size) => {
    for (const png of [drawIconPng(shape, size), read(`${brand}/icon-${size}.png`)]) {
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
      const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8)
      const rows = inflateSync(data)
      const opacityAt = (x: number, y: number) => rows[y * (size * 4 + 1) + 1 + x * 4 + 3]
      expect(opacityAt(0, 0)).toBe(0)
      expect(opacityAt(size / 2, size / 2)).toBe(255)
      const colours = new Set<string>()
      for (let x = 0; x < size; x++)
        for (let y = 0; y < size; y++) {
          const at = y * (size * 4 + 1) + 1 + x * 4
          colours.add(rows.subarray(at, at + 3).toString('hex'))
        }
      expect(colours).toContain(shape.ground.slice(1))
      expect(colours).toContain(shape.ink.slice(1))
    }
  })
})
