export interface ImageSize {
  width: number
  height: number
}

export const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const

// Each reads how many pixels an image unpacks to, before unpacking it: a few bytes may declare thousands of millions.
// Null, or no size at all, means that none can be read.

/** From the header at the start of every PNG; `at` is the offset of the PNG. */
export function readPngSize(view: DataView, at: number): ImageSize | null {
  if (at + 33 > view.byteLength || view.getUint32(at + 12) !== 0x49_48_44_52) return null
  return { width: view.getUint32(at + 16), height: view.getUint32(at + 20) }
}

/** From marker to marker up to the frame that contains the size. */
export function readJpegSize(view: DataView): ImageSize | null {
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** One of three kinds: lossy, lossless, or with a separate canvas (RFC 9649). */
export function readWebpSize(view: DataView): ImageSize | null {
  if (view.byteLength < 30) return null
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)))
  if (kind === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  const read24 = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1
  return kind === 'VP8X' ? { width: read24(24), height: read24(27) } : null
}

/** Of every picture in an icon file, as the picture itself states it: the list has only one byte for it. */
export function readIconSizes(view: DataView): (ImageSize | null)[] {
  const count = view.byteLength < 6 ? 0 : view.getUint16(4, true)
  if (count === 0 || count > 64 || view.byteLength < 6 + 16 * count) return [null]
  return Array.from({ length: count }, (_, index) => {
    const at = view.getUint32(6 + 16 * index + 12, true)
    if (at + 40 > view.byteLength) return null
    if (pngStart.every((byte, offset) => view.getUint8(at + offset) === byte)) return readPngSize(view, at)
    // A bitmap: its height includes the picture and its mask.
    if (view.getUint32(at, true) !== 40) return null
    return { width: view.getInt32(at + 4, true), height: Math.abs(view.getInt32(at + 8, true)) / 2 }
  })
}
