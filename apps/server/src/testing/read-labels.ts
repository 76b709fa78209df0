import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'

/** What a phone reads off each sheet of labels: the address behind each code. */
export function readLabels(pdf: Buffer): string[][] {
  return readPages(pdf).map((page) => photographCodes(page).map((code) => decodeQR(code)))
}

/** What each page draws, in the words of the format. */
function readPages(pdf: Buffer): string[] {
  const pages: string[] = []
  for (const { index } of pdf.toString('latin1').matchAll(/stream\r?\n/g)) {
    const start = pdf.indexOf('\n', index) + 1
    try {
      const text = inflateSync(pdf.subarray(start)).toString('latin1')
      if (/ re\n/.test(text)) pages.push(text)
    } catch {
      // A font, or what is not compressed.
    }
  }
  return pages
}

/** The codes of a page as a camera sees them: squares of black on white. */
function photographCodes(page: string): { width: number; height: number; data: Uint8Array }[] {
  const scale = 5
  return page.split(/\nf\n/).flatMap((piece) => {
    const rects = [...piece.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map(([, ...numbers]) =>
      numbers.map(Number),
    )
    if (rects.length < 50) return []
    const [left, top] = [0, 1].map((axis) => Math.min(...rects.map((rect) => rect[axis]!)) - 8)
    const size = Math.ceil((71 + 16) * scale)
    const data = new Uint8Array(size * size * 4).fill(255)
    for (const [x, y, width, height] of rects as [number, number, number, number][])
      for (let row = Math.round((y - top!) * scale); row < Math.round((y + height - top!) * scale); row++)
        for (let at = Math.round((x - left!) * scale); at < Math.round((x + width - left!) * scale); at++)
          data.fill(0, (row * size + at) * 4, (row * size + at) * 4 + 3)
    return [{ width: size, height: size, data }]
  })
}
