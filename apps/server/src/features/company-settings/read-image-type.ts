import { isHarmlessSvg } from './check-svg.ts'
import {
  type ImageSize,
  pngStart,
  readIconSizes,
  readJpegSize,
  readPngSize,
  readWebpSize,
} from './read-image-size.ts'

export type ImageType = 'png' | 'jpg' | 'webp' | 'svg' | 'ico'

export const largestImageBytes = 512 * 1024
const mostPixelsAcross = 4096

/**
 * The kind of image, by content and never by name; null for anything that is not an image to
 * show: another kind, one with more than 4096 pixels across, a vector image that does more than draw.
 */
export function readImageType(bytes: Uint8Array): ImageType | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = (...expected: number[]) => expected.every((byte, index) => bytes[index] === byte)
  if (starts(...pngStart)) return isSmallEnough(readPngSize(view, 0)) ? 'png' : null
  if (starts(0xff, 0xd8, 0xff)) return isSmallEnough(readJpegSize(view)) ? 'jpg' : null
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP')
    return isSmallEnough(readWebpSize(view)) ? 'webp' : null
  if (starts(0, 0, 1, 0)) return readIconSizes(view).every(isSmallEnough) ? 'ico' : null
  try {
    return isHarmlessSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ? 'svg' : null
  } catch {
    return null
  }
}

const isSmallEnough = (size: ImageSize | null) =>
  size !== null &&
  size.width > 0 &&
  size.height > 0 &&
  size.width <= mostPixelsAcross &&
  size.height <= mostPixelsAcross

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))
