import { extractTextItems, getDocumentProxy } from 'unpdf'
import { joinRows } from './pdf-rows.ts'

// Reads the text of a PDF beside the page, so that a file that takes forever can be given up.

export type PdfAnswer = { text: string } | { failed: true }

const mostPages = 30
/** A little more than is ever read: a small file may unfold into any amount of text. */
const mostText = 1_000_000
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<ArrayBuffer>) => void
  postMessage: (answer: PdfAnswer) => void
}

scope.onmessage = ({ data }) => {
  readText(data).then(
    (text) => scope.postMessage({ text }),
    () => scope.postMessage({ failed: true }),
  )
}

async function readText(file: ArrayBuffer): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(file), {
    disableFontFace: true,
  })
  if (document.numPages > mostPages) throw new RangeError('too many pages')
  const { items } = await extractTextItems(document)
  return items
    .map((pieces) => joinRows(pieces).join('\n'))
    .join('\n')
    .slice(0, mostText)
}
