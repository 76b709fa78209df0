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

const images = new WeakMap<HTMLCanvasElement, ImageData>()

/** One for each canvas: new memory of some megabytes takes longer than drawing. */
function clearedImage(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): ImageData {
  const known = images.get(canvas)
  if (known?.width === canvas.width && known.height === canvas.height) {
    known.data.fill(0)
    return known
  }
  const image = context.createImageData(canvas.width, canvas.height)
  images.set(canvas, image)
  return image
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
  const image = clearedImage(canvas, context)
  const pixels = new Uint32Array(image.data.buffer)
  const dots = new Map<Sprite, Dot[]>()
  for (const index of order) {
    const sprite = sprites[states[index] ?? 'empty']
    const { side } = sprite
    const px = Math.round((x[index]! * scale - left) * ratio - side / 2)
    const py = Math.round((y[index]! * scale - top) * ratio - side / 2)
    if (px <= -side || py <= -side || px >= width || py >= height) continue
    const own = dots.get(sprite) ?? listDots(sprite)
    dots.set(sprite, own)
    const isWhole = px >= 0 && py >= 0 && px + side <= width && py + side <= height
    for (const { dx, dy, pixel, alpha } of own) {
      if (!isWhole && (px + dx < 0 || px + dx >= width || py + dy < 0 || py + dy >= height)) continue
      const to = (py + dy) * width + px + dx
      // Those of the edge are mixed with what is below, or stay as they are on nothing.
      pixels[to] = alpha === 255 || pixels[to] === 0 ? pixel : mix(pixel, pixels[to]!, alpha)
    }
  }
  context.putImageData(image, 0, 0)
}

interface Dot {
  dx: number
  dy: number
  pixel: number
  alpha: number
}

/** What is to be drawn of a sprite at all. */
const listDots = ({ pixels, side }: Sprite): Dot[] =>
  [...pixels].flatMap((pixel, at) =>
    pixel >>> 24 === 0 ? [] : [{ dx: at % side, dy: Math.floor(at / side), pixel, alpha: pixel >>> 24 }],
  )

/** Both in the memory order of a little-endian machine, as all that run a browser are: opacity, blue, green, red. */
export function mix(above: number, below: number, alpha: number): number {
  const channel = (shift: number) => {
    const [a, b] = [(above >>> shift) & 255, (below >>> shift) & 255]
    return Math.round(b + ((a - b) * alpha) / 255)
  }
  const opacity = Math.max(alpha, below >>> 24)
  return ((opacity << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0)) >>> 0
}
