import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createZipWriter } from './zip-writer.ts'

const written = new Date(Date.UTC(2026, 10, 22, 19, 46, 58))
const files = [
  ['profile.json', '{"name":"Ana"}'],
  ['meritve/števec.csv', 'time,power\n'.repeat(500)],
  ['empty.txt', ''],
] as const

/** Of seven characters at most; a letter of two bytes may stand at any place in one. */
async function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7)
}

async function write(): Promise<{ archive: Buffer; length: number }> {
  const pieces: Buffer[] = []
  const zip = createZipWriter(async (bytes) => void pieces.push(Buffer.from(bytes)), written)
  for (const [name, text] of files) await zip.add(name, inPieces(text))
  const length = await zip.finish()
  return { archive: Buffer.concat(pieces), length }
}

/** Reads an archive by its directory as APPNOTE 6.3.3 describes it, and holds each entry against its local header. */
function readZip(archive: Buffer) {
  const end = archive.subarray(-22)
  expect(end.toString('latin1', 0, 4)).toBe('PK\x05\x06')
  expect([end.readUInt16LE(4), end.readUInt16LE(6), end.readUInt16LE(20)]).toEqual([0, 0, 0])
  expect(end.readUInt16LE(8)).toBe(end.readUInt16LE(10))
  let at = end.readUInt32LE(16)
  expect(at + end.readUInt32LE(12)).toBe(archive.length - 22)
  return Array.from({ length: end.readUInt16LE(10) }, () => {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\x01\x02')
    const entry = archive.subarray(at, at + 46)
    const common = entry.subarray(6, 30)
    const name = archive.toString('utf8', at + 46, at + 46 + entry.readUInt16LE(28))
    const start = entry.readUInt32LE(42)
    expect(archive.toString('latin1', start, start + 4)).toBe('PK\x03\x04')
    expect(archive.subarray(start + 4, start + 28).equals(common)).toBe(true)
    const [nameLength, extraLength] = [archive.readUInt16LE(start + 26), archive.readUInt16LE(start + 28)]
    expect(archive.toString('utf8', start + 30, start + 30 + nameLength)).toBe(name)
    const content = start + 30 + nameLength + extraLength
    const bytes = inflateRawSync(archive.subarray(content, content + entry.readUInt32LE(20)))
    expect(bytes.length).toBe(entry.readUInt32LE(24))
    expect(crc32(bytes)).toBe(entry.readUInt32LE(16))
    at += 46 + entry.readUInt16LE(28) + entry.readUInt16LE(30) + entry.readUInt16LE(32)
    const [time, date] = [entry.readUInt16LE(12), entry.readUInt16LE(14)]
    return {
      name,
      text: bytes.toString(),
      version: entry.readUInt16LE(6),
      isUtf8: (entry.readUInt16LE(8) & 0x0800) !== 0,
      at: Date.UTC(
        1980 + (date >> 9),
        ((date >> 5) & 15) - 1,
        date & 31,
        time >> 11,
        (time >> 5) & 63,
        (time & 31) * 2,
      ),
    }
  })
}

test('an archive holds every file whole, under its name and the time of writing, for any program since 2.0', async () => {
  const { archive, length } = await write()
  expect(length).toBe(archive.length)
  expect(readZip(archive)).toEqual(
    files.map(([name, text]) => ({ name, text, version: 20, isUtf8: true, at: written.getTime() })),
  )
})
