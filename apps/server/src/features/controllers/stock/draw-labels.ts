import { PassThrough, type Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import PDFDocument from 'pdfkit'
import { encodeQR } from 'qr'

export interface Label {
  serial: string
  kind: ControllerKind
  name: string | null
}

export interface LabelWords {
  title: string
  platform: string
  kinds: Record<ControllerKind, string>
  /** How to begin, in a line. */
  how: string
  language: string
}

const fonts = {
  regular: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}
const millimetre = 72 / 25.4
// Sheets of 70 × 36 mm without gaps are sold as 3 × 8; the first row begins 4.5 mm below the edge.
const [columns, rows] = [3, 8]
const [labelWidth, labelHeight, top] = [70 * millimetre, 36 * millimetre, 4.5 * millimetre]
const padding = 4 * millimetre
const codeSize = 25 * millimetre
export const labelsPerSheet = columns * rows

/** Where the camera of a telephone leads to: the step of the setup that asks for this serial. */
export function addressOf(publicUrl: string, { serial, kind }: Pick<Label, 'serial' | 'kind'>): string {
  return `${publicUrl}/setup/${kind === 'P1_WIFI' ? 'p1-wifi' : 'oem-device'}?serial=${serial}`
}

/** A4 sheets of labels, a sheet at a time so that others are served between. */
export function drawLabels(labels: readonly Label[], publicUrl: string, words: LabelWords): Readable {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: words.language,
    info: { Title: words.title, Author: words.platform },
  })
  for (const [name, address] of Object.entries(fonts)) document.registerFont(name, fileURLToPath(address))
  const out = document.pipe(new PassThrough())
  void drawSheets().then(
    () => document.end(),
    (error) => out.destroy(error as Error),
  )
  return out

  async function drawSheets(): Promise<void> {
    for (let start = 0; start < labels.length; start += labelsPerSheet) {
      document.addPage()
      labels.slice(start, start + labelsPerSheet).forEach((label, index) => {
        drawLabel(label, (index % columns) * labelWidth, top + Math.floor(index / columns) * labelHeight)
      })
      await new Promise((resolve) => setImmediate(resolve))
      if (out.destroyed) return
    }
  }

  function drawLabel(label: Label, x: number, y: number): void {
    drawCode(addressOf(publicUrl, label), x + padding, y + (labelHeight - codeSize) / 2)
    const left = x + padding + codeSize + 2.5 * millimetre
    const width = labelWidth - padding - codeSize - 4.5 * millimetre
    const line = (text: string, at: number, size: number, font: keyof typeof fonts, color = '#16191d') =>
      document
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(text, left, y + at * millimetre, {
          width,
          height: size * 1.3,
          lineBreak: false,
          ellipsis: true,
        })
    line(words.platform, 5.5, 8, 'bold')
    line(label.name ?? words.kinds[label.kind], 9.3, 6.5, 'regular', '#5b6570')
    // In two lines, so that it can be read without a camera.
    line(label.serial.slice(0, 9), 13, 13, 'bold')
    line(label.serial.slice(10), 18, 13, 'bold')
    document
      .font('regular')
      .fontSize(5.8)
      .fillColor('#5b6570')
      .text(words.how, left, y + 24 * millimetre, { width, height: 7.5 * millimetre, ellipsis: true })
  }

  function drawCode(text: string, x: number, y: number): void {
    const code = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    const cell = codeSize / code.length
    code.forEach((row, line) => {
      for (let start = 0; start < row.length; start++) {
        if (!row[start]) continue
        let end = start + 1
        while (row[end]) end++
        document.rect(x + start * cell, y + line * cell, (end - start) * cell, cell)
        start = end
      }
    })
    document.fill('#000000')
  }
}
