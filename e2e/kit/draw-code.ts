import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

/** A grey picture; each pixel from 0 to 255. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

interface Look {
  width?: number
  height?: number
  /** The side of the code with its white border. */
  side?: number
  /** Degrees. */
  turn?: number
  /** How much farther one edge is away. */
  tilt?: number
  /** The part that is torn off, from the lower right corner. */
  torn?: number
  /** Of the ink and the paper. */
  dark?: number
  light?: number
}

/** A label with a QR code, as a camera may see it. */
export function drawCode(text: string, look: Look = {}): Picture {
  const { width = 640, height = 480, side = 300, turn = 0, tilt = 0, torn = 0, dark = 20, light = 235 } = look
  const cells = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const count = cells.length
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const background = (dark + 2 * light) / 3
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [(x + 0.5 - width / 2) / side, (y + 0.5 - height / 2) / side]
      const [u, v] = [cos * dx + sin * dy, cos * dy - sin * dx]
      const depth = 1 + tilt * u
      const [column, row] = [Math.floor((u / depth + 0.5) * count), Math.floor((v / depth + 0.5) * count)]
      const isTorn = column + row > 2 * count * (1 - torn)
      const isDark = isTorn ? undefined : cells[row]?.[column]
      pixels[y * width + x] = isDark === undefined ? background : isDark ? dark : light
    }
  }
  return { width, height, pixels }
}

/** As an image file (PNG). */
export function toPng({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    toChunk('IHDR', header),
    toChunk('IDAT', deflateSync(rows)),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** As a film of one frame for Chromium's fake camera (Y4M), which plays it over and over. */
export function toFilm({ width, height, pixels }: Picture): Buffer {
  const colours = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`),
    pixels,
    colours,
  ])
}
