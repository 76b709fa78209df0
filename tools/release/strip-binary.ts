/**
 * An ELF program without the symbols and debugging data behind what it loads: a fifth of Node. As `strip` does, which knows
 * only the machine's own architecture.
 */
export function stripBinary(file: Buffer): Buffer {
  const isElf64 = file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2 && file[5] === 1
  if (!isElf64) throw new Error('not a 64-bit little-endian ELF file')
  const programAt = Number(file.readBigUInt64LE(32))
  const [programSize, programs] = [file.readUInt16LE(54), file.readUInt16LE(56)]
  const ends = Array.from({ length: programs }, (_, index) => {
    const at = programAt + index * programSize
    return Number(file.readBigUInt64LE(at + 8)) + Number(file.readBigUInt64LE(at + 32))
  })
  const stripped = Buffer.from(file.subarray(0, Math.max(programAt + programs * programSize, ...ends)))
  // The table of sections stood behind; what loads a program does not read it.
  stripped.writeBigUInt64LE(0n, 40)
  stripped.writeUInt16LE(0, 60)
  stripped.writeUInt16LE(0, 62)
  return stripped
}
