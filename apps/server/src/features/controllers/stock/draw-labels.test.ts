import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { addressOf, drawLabels, type Label } from './draw-labels.ts'

const words = {
  ...{ title: 'Labels', platform: 'Ohmstead', how: 'Scan the code.', language: 'en' },
  kinds: { CONTROLLER: 'Controller', P1_WIFI: 'P1 reader', GATEWAY: 'Gateway' },
}
const publicUrl = 'https://cloud.example.com'
const labels = Array.from({ length: 30 }, (_, index): Label => {
  const end = String(index).padStart(4, '0')
  return { serial: `7K3M-9QXD-H2TV-${end}`, kind: index % 2 ? 'P1_WIFI' : 'CONTROLLER', name: null }
})

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
function photographCodes(page: string): ({ width: number; height: number; data: Uint8Array } | null)[] {
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

test('labels are 24 a sheet, and the code of each leads to the setup with its serial', async () => {
  const pages = readPages(await buffer(drawLabels(labels, publicUrl, words)))
  expect(pages).toHaveLength(2)
  const codes = pages.map(photographCodes)
  expect(codes.map(({ length }) => length)).toEqual([24, 6])
  expect(codes[0]!.slice(0, 2).map((code) => decodeQR(code!))).toEqual([
    'https://cloud.example.com/setup/oem-device?serial=7K3M-9QXD-H2TV-0000',
    'https://cloud.example.com/setup/p1-wifi?serial=7K3M-9QXD-H2TV-0001',
  ])
  expect(decodeQR(codes[1]![5]!)).toBe(addressOf(publicUrl, labels[29]!))
})
