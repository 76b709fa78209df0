import type { PdfAnswer } from './pdf-worker.ts'

const mostBytes = 10_000_000
const patienceMs = 30_000

/** Why the text of a file is not known. */
export class UnreadableFile extends Error {
  readonly reason: 'unreadable' | 'noText'

  constructor(reason: 'unreadable' | 'noText') {
    super(reason)
    this.reason = reason
  }
}

/** The text of a PDF or of a text file, which never leaves the browser. */
export async function readInvoiceFile(file: File): Promise<string> {
  if (file.size > mostBytes) throw new UnreadableFile('unreadable')
  const isPdf = file.type === 'application/pdf' || file.name.toLowerCase().endsWith('.pdf')
  const text = isPdf ? await readPdf(await file.arrayBuffer()) : await file.text()
  if (text.trim() === '') throw new UnreadableFile('noText')
  return text
}

function readPdf(bytes: ArrayBuffer): Promise<string> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<string>((resolve, reject) => {
    const fail = () => reject(new UnreadableFile('unreadable'))
    timer = setTimeout(fail, patienceMs)
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
      // In a worker the library also speaks as the worker of another page, which is not there.
      if ('text' in data) resolve(data.text)
      else if ('failed' in data) fail()
    }
    worker.postMessage(bytes, [bytes])
  }).finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}
