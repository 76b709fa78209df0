import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

export const ink = '#16191d'
export const quiet = '#5b6570'
export const hairline = '#d5dae0'
export const wash = '#f3f6f5'

export const margin = 46
const footerHeight = 40
const leastShrink = 0.78

const fonts = {
  regular: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  medium: import.meta.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

export type Weight = keyof typeof fonts

export interface TextStyle {
  size?: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right' | 'center'
  width?: number
  /** Truncates what is too long instead of wrapping. */
  isLine?: boolean
  /** Shrinks a line that is too long before truncating it. */
  shrinks?: boolean
}

/** Tabular figures: columns align, and no point or comma vanishes between two digits. */
const spacing = (text: string): PDFKit.Mixins.TextOptions => ({
  lineGap: 1.5,
  ...(/\d[.,]\d/.test(text) && { features: ['tnum'] }),
})

export type Canvas = ReturnType<typeof createCanvas>

/** An A4 page that fills from the top; a cursor holds the position. */
export function createCanvas(title: string, author: string, language: string) {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: 0 },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author },
    pdfVersion: '1.7',
  })
  for (const [name, address] of Object.entries(fonts)) document.registerFont(name, fileURLToPath(address))
  const width = document.page.width - 2 * margin
  const bottom = document.page.height - margin - footerHeight + 14
  const canvas = {
    document,
    width,
    bottom,
    y: margin,

    style({ size = 9, weight = 'regular', color = ink }: TextStyle) {
      return document.font(weight).fontSize(size).fillColor(color)
    },
    text(text: string, x: number, y: number, style: TextStyle = {}) {
      const { align = 'left', width: room = width - (x - margin), isLine = false, size = 9 } = style
      canvas.style(style)
      const options = { align, width: room, ...spacing(text) }
      if (!isLine) document.text(text, x, y, options)
      else if (canvas.isShort(text, room, style)) document.text(text, x, y, { ...options, lineBreak: false })
      else if (style.shrinks) {
        const smaller = size * Math.max(leastShrink, (0.999 * room) / canvas.widthOf(text, style))
        // It is on the same line as the others.
        canvas.text(text, x, y + (size - smaller) * 0.95, { ...style, size: smaller, shrinks: false })
      } else document.text(canvas.cut(text, room, style), x, y, { ...options, lineBreak: false })
    },
    heightOf(text: string, room: number, style: TextStyle = {}): number {
      return canvas.style(style).heightOfString(text, { width: room, ...spacing(text) })
    },
    widthOf(text: string, style: TextStyle = {}): number {
      return canvas.style(style).widthOfString(text, spacing(text))
    },
    isShort(text: string, room: number, style: TextStyle): boolean {
      // No letter is wider than its size: most texts need no measuring, which is the slow part.
      return text.length * (style.size ?? 9) * 1.1 <= room || canvas.widthOf(text, style) <= room
    },
    /** As much of a text as fits on a line. */
    cut(text: string, room: number, style: TextStyle): string {
      let [short, long] = [0, text.length]
      while (long - short > 1) {
        const middle = (short + long) >> 1
        if (canvas.widthOf(`${text.slice(0, middle)}…`, style) <= room) short = middle
        else long = middle
      }
      return `${text.slice(0, short).trimEnd()}…`
    },
    /** A paragraph over the whole width at the cursor. */
    paragraph(text: string, style: TextStyle = {}, gap = 5) {
      canvas.need(canvas.heightOf(text, style.width ?? width, style))
      canvas.text(text, margin, canvas.y, style)
      canvas.y = document.y + gap
    },
    /** Starts a new page if the next block does not fit on this one. */
    need(height: number) {
      if (canvas.y + height > bottom) canvas.newPage()
    },
    newPage() {
      document.addPage()
      canvas.y = margin
    },
    heading(text: string, needs = 60) {
      canvas.need(needs)
      if (canvas.y > margin) canvas.y += 14
      canvas.text(text, margin, canvas.y, { size: 13, weight: 'bold' })
      canvas.y += 22
    },
    line(x1: number, y1: number, x2: number, y2: number, color = hairline, thickness = 0.6) {
      document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(thickness).strokeColor(color).stroke()
    },
    box(x: number, y: number, w: number, h: number, color: string, radius = 0) {
      document.roundedRect(x, y, w, h, radius).fill(color)
    },
    /** The finished file. */
    async finish(): Promise<Uint8Array> {
      const parts: Uint8Array[] = []
      document.on('data', (part: Uint8Array) => parts.push(part))
      const ended = new Promise<void>((resolve, reject) => {
        document.on('end', resolve)
        document.on('error', reject)
      })
      document.end()
      await ended
      return new Uint8Array(Buffer.concat(parts))
    },
  }
  return canvas
}
