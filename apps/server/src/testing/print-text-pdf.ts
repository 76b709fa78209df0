import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'

const font = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
)
const rowsOfSheet = 45

/** A text as a supplier's program prints it: cells between tabs at their places, on sheets of A4. */
export async function printTextPdf(text: string): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A4', margin: 40 })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const done = new Promise((resolve) => document.on('end', resolve))
  document.font(font).fontSize(9)
  text.split('\n').forEach((row, place) => {
    if (place > 0 && place % rowsOfSheet === 0) document.addPage()
    row.split('\t').forEach((cell, column) => {
      const x = column === 0 ? 40 : 220 + column * 82
      document.text(cell, x, 40 + (place % rowsOfSheet) * 16, { lineBreak: false })
    })
  })
  document.end()
  await done
  return Buffer.concat(pieces)
}
