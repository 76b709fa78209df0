// Numbers as bytes. A varint has seven bits a byte, the lowest first; zigzag makes small negative numbers short as well.
// Arithmetic instead of shifts: shifts know 32 bits only.

export interface ByteWriter {
  /** A whole number from 0 to 2^53 − 1. */
  varint(value: number): void
  /** A whole number of at most 52 bits and a sign. */
  zigzag(value: number): void
  float(value: number): void
  /** One byte a letter where that is enough. */
  text(value: string): void
  bytes(value: Uint8Array): void
  /** What was written so far. */
  finish(): Uint8Array
}

export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(4096)
  let length = 0
  function reserve(more: number): void {
    if (length + more <= buffer.length) return
    const larger = new Uint8Array(Math.max(2 * buffer.length, length + more))
    larger.set(buffer.subarray(0, length))
    buffer = larger
  }
  function varint(value: number): void {
    reserve(8)
    let rest = value
    while (rest >= 128) {
      buffer[length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    buffer[length++] = rest
  }
  return {
    varint,
    zigzag: (value) => varint(value >= 0 ? 2 * value : -2 * value - 1),
    float: (value) => {
      reserve(8)
      new DataView(buffer.buffer).setFloat64(length, value, true)
      length += 8
    },
    text: (value) => {
      varint(value.length)
      for (let index = 0; index < value.length; index++) varint(value.charCodeAt(index))
    },
    bytes: (value) => {
      reserve(value.length)
      buffer.set(value, length)
      length += value.length
    },
    finish: () => buffer.slice(0, length),
  }
}

export interface ByteReader {
  varint(): number
  zigzag(): number
  float(): number
  text(): string
  bytes(length: number): Uint8Array
}

/** Throws a RangeError beyond the end. */
export function createByteReader(source: Uint8Array): ByteReader {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength)
  let at = 0
  function varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = source[at++]
      if (byte === undefined) throw new RangeError('the bytes end too early')
      if (byte < 128) return value + byte * factor
      value += (byte - 128) * factor
    }
  }
  return {
    varint,
    zigzag: () => {
      const value = varint()
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    },
    float: () => {
      at += 8
      return view.getFloat64(at - 8, true)
    },
    text: () => {
      let text = ''
      for (let left = varint(); left > 0; left--) text += String.fromCharCode(varint())
      return text
    },
    bytes: (length) => {
      if (at + length > source.length) throw new RangeError('the bytes end too early')
      at += length
      return source.subarray(at - length, at)
    },
  }
}
