import { expect, test } from 'vitest'
import { drawPlaces, mix, type Sprites } from './draw-places.ts'
import type { State } from './group-locations-query.ts'

const red = 0xff0000ff
const green = 0xff00ff00

test('an opaque colour hides what is below, a clear one nothing, and half of it is mixed', () => {
  expect(mix(red, green, 255)).toBe(red)
  expect(mix(red & 0xffffff, green, 0)).toBe(green)
  expect(mix(0x80_00_00_ff, green, 128)).toBe(0xff_00_7f_80)
})

test('places are drawn in their order, and cut at the edges of the picture', () => {
  const sprite = (color: number) => ({ pixels: new Uint32Array(4).fill(color), side: 2 })
  const sprites = { alarm: sprite(red), live: sprite(green) } as Sprites
  const [width, height] = [4, 3]
  const data = new Uint8ClampedArray(width * height * 4)
  const context = { createImageData: () => ({ data }), putImageData: () => {} }
  const canvas = { width, height, getContext: () => context } as unknown as HTMLCanvasElement
  const states: State[] = ['live', 'alarm', 'live', 'live']
  // The second lies half upon the first, the third over the right edge, the last below the picture.
  const places = { x: Float64Array.of(1, 2, 4, 1), y: Float64Array.of(1, 1, 1, 9), states, grid: [] }
  const sight = { scale: 1, left: 0, top: 0 }
  drawPlaces(canvas, { ...places, order: Uint32Array.of(0, 1, 2, 3) }, sight, sprites, 1)
  const rows = [...new Uint32Array(data.buffer)].map((pixel) =>
    pixel === red ? 'r' : pixel === green ? 'g' : '.',
  )
  expect(rows.join('').match(/.{4}/g)).toEqual(['grrg', 'grrg', '....'])
})
