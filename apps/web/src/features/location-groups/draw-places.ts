import type { State } from './group-locations-query.ts'
import type { MapPlaces, Sight } from './map-places.ts'

const size = 12

type Sprites = Record<State, HTMLCanvasElement>

/** One picture of each state: drawing ten thousand dots is then ten thousand copies. In the colours of the theme. */
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
  const draw = ({ fill, ring }: { fill: string; ring: string }) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = size * ratio
    const context = canvas.getContext('2d')
    if (!context) return canvas
    context.scale(ratio, ratio)
    context.beginPath()
    context.arc(size / 2, size / 2, size / 2 - 1.5, 0, 2 * Math.PI)
    context.fillStyle = fill
    context.fill()
    context.lineWidth = 2
    context.strokeStyle = ring
    context.stroke()
    return canvas
  }
  return {
    ...{ alarm: draw(looks.alarm), offline: draw(looks.offline), silent: draw(looks.silent) },
    ...{ live: draw(looks.live), empty: draw(looks.empty) },
  }
}

/** All places that lie in the picture. */
export function drawPlaces(
  canvas: HTMLCanvasElement,
  { x, y, states, order }: MapPlaces,
  { scale, left, top }: Sight,
  sprites: Sprites,
  ratio: number,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const [width, height] = [canvas.width / ratio, canvas.height / ratio]
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  for (const index of order) {
    const [px, py] = [x[index]! * scale - left, y[index]! * scale - top]
    if (px < -size || py < -size || px > width + size || py > height + size) continue
    context.drawImage(sprites[states[index] ?? 'empty'], px - size / 2, py - size / 2, size, size)
  }
}
