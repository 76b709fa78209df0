import { crc32, deflateSync } from 'node:zlib'
import type { BrandShape, Stroke } from './brand-shapes.ts'

/** The icon as a PNG of `size` by `size` pixels, the sign on a ground that fills all but the rounded corners. */
export function drawIconPng(shape: BrandShape, size: number): Buffer {
  const scale = 32 / size
  const ground = parseColour(shape.ground)
  const ink = parseColour(shape.ink)
  const rows = Buffer.alloc(size * (size * 4 + 1))
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const x = (column + 0.5) * scale
      const y = (row + 0.5) * scale
      const nearest = Math.min(...shape.strokes.map((stroke) => distanceTo(stroke, x, y)))
      const inked = coverage(nearest - shape.width / 2, scale)
      const at = row * (size * 4 + 1) + 1 + column * 4
      for (let part = 0; part < 3; part++)
        rows[at + part] = Math.round(ground[part]! * (1 - inked) + ink[part]! * inked)
      rows[at + 3] = Math.round(255 * coverage(distanceToGround(x, y), scale))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits each of red, green, blue and opacity.
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** 1 inside, 0 outside, in between within one pixel of the edge. */
const coverage = (distance: number, pixel: number) => Math.min(1, Math.max(0, 0.5 - distance / pixel))

function distanceTo(stroke: Stroke, x: number, y: number): number {
  if (stroke.kind === 'line') {
    const [fromX, fromY] = stroke.from
    const [dx, dy] = [stroke.to[0] - fromX, stroke.to[1] - fromY]
    const along = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)))
    return Math.hypot(x - fromX - along * dx, y - fromY - along * dy)
  }
  const { centre, radius, fromDegrees, toDegrees } = stroke
  const degrees = (Math.atan2(y - centre[1], x - centre[0]) * 180) / Math.PI
  const turned = (((degrees - fromDegrees) % 360) + 360) % 360
  if (turned <= toDegrees - fromDegrees) return Math.abs(Math.hypot(x - centre[0], y - centre[1]) - radius)
  const ends = [fromDegrees, toDegrees].map((end) => {
    const angle = (end * Math.PI) / 180
    return Math.hypot(x - centre[0] - radius * Math.cos(angle), y - centre[1] - radius * Math.sin(angle))
  })
  return Math.min(...ends)
}

/** To the square of 32 with corners of 8; negative inside. */
function distanceToGround(x: number, y: number): number {
  const dx = Math.abs(x - 16) - 8
  const dy = Math.abs(y - 16) - 8
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - 8
}

function parseColour(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
