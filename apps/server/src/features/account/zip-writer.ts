import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

// In a thread of the platform's: a file of some weeks takes longer than others should wait.
const deflate = promisify(deflateRaw)

export interface ZipWriter {
  /** Adds a file; what is written to it whole must fit into memory. */
  add(name: string, text: string): Promise<void>
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
  function describe(name: Buffer, content: Buffer, deflated: Buffer): Buffer {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(time, 6)
    fields.writeUInt16LE(date, 8)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(deflated.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    return fields
  }

  return {
    add: async (fileName, text) => {
      const name = Buffer.from(fileName)
      const content = Buffer.from(text)
      const deflated = await deflate(content)
      const fields = describe(name, content, deflated)
      const tail = Buffer.alloc(14)
      tail.writeUInt32LE(offset, 10)
      directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, name]))
      await put(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, deflated]))
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
