import { isHarmlessSvg } from './check-svg.ts'

export type ImageType = 'png' | 'jpg' | 'webp' | 'svg' | 'ico'

export const largestImageBytes = 512 * 1024
const mostPixelsAcross = 4096

/**
 * What kind of image these bytes are, by their content and never by a name; null for anything that is not an image to
 * show: another kind, one with more than 4096 pixels across, a vector image that does more than draw.
 */
export function readImageType(bytes: Uint8Array): ImageType | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = (...expected: number[]) => expected.every((byte, index) => bytes[index] === byte)
  const fits = (width: number, height: number) =>
    width > 0 && height > 0 && width <= mostPixelsAcross && height <= mostPixelsAcross
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    return bytes.length > 32 &&
      ascii(bytes, 12, 16) === 'IHDR' &&
      fits(view.getUint32(16), view.getUint32(20))
      ? 'png'
      : null
  if (starts(0xff, 0xd8, 0xff)) {
    const size = readJpegSize(view)
    return size && fits(size.width, size.height) ? 'jpg' : null
  }
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP')
    return /^VP8[ LX]$/.test(ascii(bytes, 12, 16)) ? 'webp' : null
  // An icon file says of itself how many pictures it holds.
  if (starts(0, 0, 1, 0)) return bytes.length > 22 && bytes[4]! > 0 && bytes[5] === 0 ? 'ico' : null
  try {
    return isHarmlessSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ? 'svg' : null
  } catch {
    return null
  }
}

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/** From marker to marker up to the frame that tells the size. */
function readJpegSize(view: DataView): { width: number; height: number } | null {
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
