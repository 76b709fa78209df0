import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipWriter {
  /** Adds a file of these pieces; only its deflated form must fit into memory. */
  add(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void>
  /** Writes the directory; returns how many bytes the archive has. */
  finish(): Promise<number>
}

/**
 * Writes a zip archive (PKWARE's APPNOTE 6.3.3, without extensions, so below 4 GiB) piece by piece to `write`. Files
 * are deflated, their names are UTF-8.
 */
export function createZipWriter(write: (bytes: Buffer) => Promise<void>, at: Date): ZipWriter {
  const directory: Buffer[] = []
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  let offset = 0

  async function put(bytes: Buffer): Promise<void> {
    offset += bytes.length
    await write(bytes)
  }

  /** What local header and directory entry have in common. */
  function describe(name: Buffer, { checksum, length, deflated }: Packed): Buffer {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(time, 6)
    fields.writeUInt16LE(date, 8)
    fields.writeUInt32LE(checksum, 10)
    fields.writeUInt32LE(deflated.length, 14)
    fields.writeUInt32LE(length, 18)
    fields.writeUInt16LE(name.length, 22)
    return fields
  }

  return {
    add: async (fileName, pieces) => {
      const name = Buffer.from(fileName)
      const packed = await pack(pieces)
      const fields = describe(name, packed)
      const tail = Buffer.alloc(14)
      tail.writeUInt32LE(offset, 10)
      directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, name]))
      await put(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed.deflated]))
    },
    finish: async () => {
      const start = offset
      for (const entry of directory) await put(entry)
      const end = Buffer.alloc(22)
      end.write('PK\x05\x06', 0, 'latin1')
      end.writeUInt16LE(directory.length, 8)
      end.writeUInt16LE(directory.length, 10)
      end.writeUInt32LE(offset - start, 12)
      end.writeUInt32LE(start, 16)
      await put(end)
      return offset
    },
  }
}

interface Packed {
  checksum: number
  length: number
  deflated: Buffer
}

/** Deflates in a thread of the platform's, piece by piece: a whole file takes longer than others should wait. */
async function pack(pieces: Iterable<string> | AsyncIterable<string>): Promise<Packed> {
  const deflated: Buffer[] = []
  let [checksum, length] = [0, 0]
  async function* measured() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      checksum = crc32(bytes, checksum)
      length += bytes.length
      yield bytes
    }
  }
  await pipeline(Readable.from(measured()), createDeflateRaw(), async (output) => {
    for await (const bytes of output) deflated.push(bytes as Buffer)
  })
  return { checksum, length, deflated: Buffer.concat(deflated) }
}
