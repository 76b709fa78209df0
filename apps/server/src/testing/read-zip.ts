import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

export interface ZipEntry {
  name: string
  text: string
  isUtf8: boolean
  /** Minimum version of the format, times ten. */
  version: number
  /** As recorded in the archive, without a time zone. */
  at: number
}

/** Reads an archive by its directory, as APPNOTE 6.3 describes it, and verifies each entry's length and checksum. */
export function readZip(archive: Buffer): ZipEntry[] {
  const end = archive.subarray(archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')))
  expect(end.readUInt16LE(8)).toBe(end.readUInt16LE(10))
  let at = end.readUInt32LE(16)
  return Array.from({ length: end.readUInt16LE(10) }, () => {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\x01\x02')
    const entry = archive.subarray(at, at + 46)
    const start = entry.readUInt32LE(42)
    expect(archive.toString('latin1', start, start + 4)).toBe('PK\x03\x04')
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const packed = archive.subarray(content, content + entry.readUInt32LE(20))
    const bytes = entry.readUInt16LE(10) === 0 ? packed : inflateRawSync(packed)
    expect(bytes.length).toBe(entry.readUInt32LE(24))
    expect(crc32(bytes)).toBe(entry.readUInt32LE(16))
    const name = archive.toString('utf8', at + 46, at + 46 + entry.readUInt16LE(28))
    at += 46 + entry.readUInt16LE(28) + entry.readUInt16LE(30) + entry.readUInt16LE(32)
    return {
      name,
      text: bytes.toString(),
      version: entry.readUInt16LE(6),
      isUtf8: (entry.readUInt16LE(8) & 0x0800) !== 0,
      at: readTime(entry.readUInt16LE(14), entry.readUInt16LE(12)),
    }
  })
}

/** Name → text of every file. */
export function readZipTexts(archive: Buffer): Map<string, string> {
  return new Map(readZip(archive).map(({ name, text }) => [name, text]))
}

function readTime(date: number, time: number): number {
  const [year, month, day] = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31]
  return Date.UTC(year, month, day, time >> 11, (time >> 5) & 63, (time & 31) * 2)
}
