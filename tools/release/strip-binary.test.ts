import { expect, test } from 'vitest'
import { stripBinary } from './strip-binary.ts'

/** An ELF file whose one segment is loaded up to byte 200, with symbols and a table of sections behind it. */
function makeProgram(): Buffer {
  const file = Buffer.alloc(300, 7)
  file.fill(0, 0, 120)
  file.write('\x7fELF\x02\x01', 'latin1')
  file.writeBigUInt64LE(64n, 32)
  file.writeUInt16LE(56, 54)
  file.writeUInt16LE(1, 56)
  file.writeBigUInt64LE(100n, 64 + 8)
  file.writeBigUInt64LE(100n, 64 + 32)
  file.writeBigUInt64LE(236n, 40)
  file.writeUInt16LE(1, 60)
  return file
}

test('keeps what is loaded, and names no sections that are gone', () => {
  const file = makeProgram()
  const stripped = stripBinary(file)
  expect(stripped).toHaveLength(200)
  expect(stripped.subarray(64)).toEqual(file.subarray(64, 200))
  expect([stripped.readBigUInt64LE(40), stripped.readUInt16LE(60), stripped.readUInt16LE(62)]).toEqual([
    0n,
    0,
    0,
  ])
})

test('refuses what is no program of a 64-bit Linux', () => {
  expect(() => stripBinary(Buffer.from('MZ'.padEnd(100)))).toThrow('not a 64-bit')
})
