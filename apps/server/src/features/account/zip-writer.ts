import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipWriter {
  /** Adds a file of these pieces, one piece in memory at a time. */
  add(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void>
  /** Writes the directory; returns the size of the archive in bytes. */
  finish(): Promise<number>
}

/** Writes a zip archive piece by piece to `write`, which sets the pace; beyond 4 GiB it becomes a zip64. */
export function createZipWriter(write: (bytes: Buffer) => Promise<void>, at: Date): ZipWriter {
  const zip = new ZipFile()
  let current: Readable | undefined
  let failure: Error | undefined
  // A failing source is reported by `add` itself.
  zip.on('error', () => {})
  const written = writeAll().catch((error) => {
    failure = error
    current?.destroy(error)
    throw error
  })
  // `add` or `finish` throws it; until one of them is called it must not end the process.
  written.catch(() => {})

  async function writeAll(): Promise<number> {
    let length = 0
    for await (const bytes of zip.outputStream) {
      length += bytes.length
      await write(bytes as Buffer)
    }
    return length
  }

  return {
    add: async (name, pieces) => {
      if (failure) throw failure
      current = Readable.from(asBytes(pieces))
      zip.addReadStream(current, name, { mtime: at })
      await finished(current)
    },
    finish: () => {
      zip.end()
      return written
    },
  }
}

async function* asBytes(pieces: Iterable<string> | AsyncIterable<string>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}
