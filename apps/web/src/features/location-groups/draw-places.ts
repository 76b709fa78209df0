import type { State } from './group-locations-query.ts'
import type { MapPlaces, Sight } from './map-places.ts'

const size = 12

interface Sprite {
  /** Colour and opacity of each pixel, in the order of a canvas's memory. */
  pixels: Uint32Array
  /** In device pixels. */
  side: number
}

export type Sprites = Record<State, Sprite>

/** One picture of each state, in the colours of the theme. */
export function createSprites(element: Element, ratio: number): Sprites {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const looks: Record<State, { fill: string; ring: string }> = {
    alarm: { fill: color('--danger'), ring: color('--surface') },
    offline: { fill: color('--surface'), ring: color('--warning') },
    silent: { fill: color('--surface'), ring: color('--warning') },
    live: { fill: color('--energy-battery'), ring: color('--surface') },
    empty: { fill: color('--surface'), ring: color('--text-faint') },
  }
  const draw = ({ fill, ring }: { fill: string; ring: string }): Sprite => {
    const canvas = document.createElement('canvas')
    const side = Math.round(size * ratio)
    canvas.width = canvas.height = side
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return { pixels: new Uint32Array(side * side), side }
    context.scale(ratio, ratio)
    context.beginPath()
    context.arc(size / 2, size / 2, size / 2 - 1.5, 0, 2 * Math.PI)
    context.fillStyle = fill
    context.fill()
    context.lineWidth = 2
    context.strokeStyle = ring
    context.stroke()
    return { pixels: new Uint32Array(context.getImageData(0, 0, side, side).data.buffer), side }
  }
  return {
    ...{ alarm: draw(looks.alarm), offline: draw(looks.offline), silent: draw(looks.silent) },
    ...{ live: draw(looks.live), empty: draw(looks.empty) },
  }
}

/**
 * All places that lie in the picture, as pixels put in at once: ten thousand copies of a small picture keep a browser
 * without a graphics card busy for five frames.
 */
export function drawPlaces(
  canvas: HTMLCanvasElement,
  { x, y, states, order }: MapPlaces,
  { scale, left, top }: Sight,
  sprites: Sprites,
  ratio: number,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const image = context.createImageData(width, height)
  const pixels = new Uint32Array(image.data.buffer)
  for (const index of order) {
    const sprite = sprites[states[index] ?? 'empty']
    const half = sprite.side / 2
    const px = Math.round((x[index]! * scale - left) * ratio - half)
    const py = Math.round((y[index]! * scale - top) * ratio - half)
    if (px <= -sprite.side || py <= -sprite.side || px >= width || py >= height) continue
    stamp(pixels, { width, height }, sprite, px, py)
  }
  context.putImageData(image, 0, 0)
}

/** Opaque pixels replace what is below; those of the edge are mixed with it, or stay as they are on nothing. */
function stamp(
  pixels: Uint32Array,
  { width, height }: { width: number; height: number },
  { pixels: from, side }: Sprite,
  px: number,
  py: number,
): void {
  const [firstX, lastX] = [Math.max(0, -px), Math.min(side, width - px)]
  const [firstY, lastY] = [Math.max(0, -py), Math.min(side, height - py)]
  for (let sy = firstY; sy < lastY; sy++) {
    let to = (py + sy) * width + px + firstX
    for (let at = sy * side + firstX; at < sy * side + lastX; at++, to++) {
      const pixel = from[at]!
      const alpha = pixel >>> 24
      if (alpha === 0) continue
      const below = pixels[to]!
      pixels[to] = alpha === 255 || below === 0 ? pixel : mix(pixel, below, alpha)
    }
  }
}

/** Both in the memory order of a little-endian machine, as all that run a browser are: opacity, blue, green, red. */
export function mix(above: number, below: number, alpha: number): number {
  const channel = (shift: number) => {
    const [a, b] = [(above >>> shift) & 255, (below >>> shift) & 255]
    return Math.round(b + ((a - b) * alpha) / 255)
  }
  const opacity = Math.max(alpha, below >>> 24)
  return ((opacity << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0)) >>> 0
}
