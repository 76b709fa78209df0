import { decodeQR } from 'qr/decode.js'

/** One way to look at a picture: the length of its longer side in pixels, and degrees it is turned by. */
export interface Look {
  longest: number
  turn: number
}

/**
 * The decoder finds a code at most angles, not at all: turned by a part of a right angle it is another picture to it.
 * Of 100 bad ones (turned, tilted, blurred, noisy, dark) it reads 65 as they are, and 97 with these looks.
 */
export const pictureLooks: readonly Look[] = [
  { longest: 1600, turn: 0 },
  { longest: 800, turn: 0 },
  { longest: 1600, turn: 45 },
  { longest: 1600, turn: 20 },
  { longest: 1600, turn: 65 },
  { longest: 800, turn: 30 },
  { longest: 3200, turn: 0 },
]

/** A camera is looked through again and again, so each picture of it gets one look. */
export const cameraLooks: readonly Look[] = [
  { longest: 1280, turn: 0 },
  { longest: 1280, turn: 45 },
  { longest: 720, turn: 0 },
  { longest: 1280, turn: 20 },
  { longest: 1280, turn: 65 },
]

interface Size {
  width: number
  height: number
}

/** The text of the QR code in a picture, seen in one way; null if none is read. */
export function decodeLook(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  { width, height }: Size,
  { longest, turn }: Look,
): string | null {
  // A small picture is enlarged at most twice, a large one only made smaller.
  const scale = Math.min(longest / Math.max(width, height), 2)
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  canvas.width = Math.ceil((width * cos + height * sin) * scale)
  canvas.height = Math.ceil((width * sin + height * cos) * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || canvas.width < 8 || canvas.height < 8) return null
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate(angle)
  context.scale(scale, scale)
  context.drawImage(source, -width / 2, -height / 2, width, height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return null
  }
}

/** The text of the QR code in an image file; null if it holds none, or is no image. */
export async function decodeFile(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement('canvas')
  try {
    for (const look of pictureLooks) {
      const text = decodeLook(canvas, picture, picture, look)
      if (text !== null) return text
      // The page stays usable between looks.
      await new Promise((resolve) => setTimeout(resolve))
    }
    return null
  } finally {
    picture.close()
  }
}
