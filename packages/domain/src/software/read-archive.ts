const magics = ['070701', '070702']
const headerBytes = 110
const longestName = 256
const mostEntries = 200
const trailer = 'TRAILER!!!'

/** The archive is not one, or does not hold what it must. */
export class ArchiveError extends Error {}

export interface ArchiveEntry {
  name: string
  size: number
}

/**
 * Reads a cpio archive (the forms `newc` and `crc`), as `.swu` images are, in pieces of any size. Of each file first its
 * entry is told, then its bytes. `finish` throws if the end is missing.
 */
export function createArchiveReader(on: {
  entry(entry: ArchiveEntry): void
  bytes(chunk: Uint8Array): void
  end(entry: ArchiveEntry): void
}) {
  let held = new Uint8Array(0)
  let entry: ArchiveEntry | null = null
  /** What is left of the file, then the bytes that fill it up to a multiple of four. */
  let left = 0
  let padding = 0
  let entries = 0
  let isOver = false

  /** Header and name together, once both are there. */
  function readHeader(): boolean {
    if (held.length < headerBytes) return false
    const text = toAscii(held.subarray(0, headerBytes))
    if (!magics.includes(text.slice(0, 6)) || !/^[0-9a-f]+$/i.test(text.slice(6)))
      throw new ArchiveError('it is no cpio archive')
    const field = (index: number) => Number.parseInt(text.slice(6 + index * 8, 14 + index * 8), 16)
    const nameBytes = field(11)
    if (nameBytes < 2 || nameBytes > longestName) throw new ArchiveError('a file name is too long')
    const whole = roundUp(headerBytes + nameBytes)
    if (held.length < whole) return false
    const name = toAscii(held.subarray(headerBytes, headerBytes + nameBytes - 1))
    if (!/^[\x20-\x7e]+$/.test(name)) throw new ArchiveError('a file name is not plain')
    held = held.slice(whole)
    if (name === trailer) {
      isOver = true
      return true
    }
    if (++entries > mostEntries) throw new ArchiveError('it holds too many files')
    entry = { name, size: field(6) }
    left = entry.size
    padding = roundUp(left) - left
    on.entry(entry)
    return true
  }

  function push(chunk: Uint8Array): void {
    let rest = chunk
    while (true) {
      if (isOver) {
        if (held.some((byte) => byte !== 0) || rest.some((byte) => byte !== 0))
          throw new ArchiveError('something follows its end')
        held = new Uint8Array(0)
        return
      }
      if (entry) {
        const source = held.length > 0 ? held : rest
        if (source.length === 0 && left + padding > 0) return
        const taken = Math.min(left, source.length)
        if (taken > 0) on.bytes(source.subarray(0, taken))
        left -= taken
        const skipped = left === 0 ? Math.min(padding, source.length - taken) : 0
        padding -= skipped
        if (held.length > 0) held = held.slice(taken + skipped)
        else rest = rest.subarray(taken + skipped)
        if (left + padding > 0) continue
        on.end(entry)
        entry = null
        continue
      }
      const wanted = Math.min(rest.length, headerBytes + longestName + 4)
      held = join(held, rest.subarray(0, wanted))
      rest = rest.subarray(wanted)
      if (!readHeader()) {
        if (rest.length === 0) return
        if (held.length > 2 * (headerBytes + longestName + 4)) throw new ArchiveError('it is no cpio archive')
      }
    }
  }

  return {
    push,
    finish(): void {
      if (!isOver) throw new ArchiveError('its end is missing')
    },
  }
}

const toAscii = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const roundUp = (bytes: number) => Math.ceil(bytes / 4) * 4

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
