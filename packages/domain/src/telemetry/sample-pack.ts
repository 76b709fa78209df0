import { type ByteReader, createByteReader, createByteWriter } from './byte-stream.ts'

// The samples of a controller over some hours as bytes, metric by metric, since the values of one metric resemble each
// other. Every value comes back exactly. To be compressed afterwards: lengths here are varints, not bits.
//
//   version  1
//   header   JSON [metric keys, values that are no numbers]
//   instants count, then delta of delta in ms
//   steps    runs of [length, seconds + 1 or 0]
//   masks    count, then one bit per instant: which of them a metric has a value at
//   metrics  mask + 1 or 0 for every instant, kind, length in bytes, and the values:
//            if there are others than numbers, what each is (0 a number, n the n-th of the header);
//            numbers as whole multiples of 10^-(kind) and their differences, or in full

const version = 1
/** Kinds of metrics from here on have values that are no numbers as well. */
const mixed = 32
const inFull = 31
const mostDecimals = 9
/** The difference of two such numbers, doubled, is still exact. */
const largestWhole = 2 ** 51

export type PackedValue = number | boolean | string | null

export interface PackedSample {
  ts: number
  stepSeconds: number | null
  values: Record<string, PackedValue>
}

/** `samples` in order of their instants, each instant once; whole milliseconds, finite numbers. */
export function encodeSamples(samples: readonly PackedSample[]): Uint8Array {
  const keys = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))].sort()
  const others = new Map<PackedValue, number>()
  for (const { values } of samples)
    for (const key in values) {
      const value = values[key]!
      if (typeof value !== 'number' && !others.has(value)) others.set(value, others.size)
    }
  const out = createByteWriter()
  out.varint(version)
  out.text(JSON.stringify([keys, [...others.keys()]]))
  out.varint(samples.length)
  let [last, lastDelta] = [0, 0]
  for (const { ts } of samples) {
    out.zigzag(ts - last - lastDelta)
    lastDelta = ts - last
    last = ts
  }
  for (let from = 0; from < samples.length; ) {
    const { stepSeconds } = samples[from]!
    let to = from + 1
    while (to < samples.length && samples[to]!.stepSeconds === stepSeconds) to++
    out.varint(to - from)
    out.varint(stepSeconds === null ? 0 : stepSeconds + 1)
    from = to
  }
  const masks = new Map<string, number>()
  const columns = keys.map((key) => {
    const mask = new Uint8Array(Math.ceil(samples.length / 8))
    const values: PackedValue[] = []
    for (const [index, sample] of samples.entries()) {
      if (!Object.hasOwn(sample.values, key)) continue
      mask[index >> 3]! |= 1 << (index & 7)
      values.push(sample.values[key]!)
    }
    if (values.length === samples.length) return { mask: 0, values }
    const text = String.fromCharCode(...mask)
    if (!masks.has(text)) masks.set(text, masks.size + 1)
    return { mask: masks.get(text)!, values }
  })
  out.varint(masks.size)
  for (const text of masks.keys()) out.bytes(Uint8Array.from(text, (char) => char.charCodeAt(0)))
  for (const { mask, values } of columns) {
    out.varint(mask)
    encodeValues(values, others, out)
  }
  return out.finish()
}

function encodeValues(
  values: readonly PackedValue[],
  others: ReadonlyMap<PackedValue, number>,
  out: ReturnType<typeof createByteWriter>,
): void {
  const numbers = values.filter((value) => typeof value === 'number')
  const kind = findDecimals(numbers) ?? inFull
  const own = createByteWriter()
  const isMixed = numbers.length < values.length
  if (isMixed) for (const value of values) own.varint(typeof value === 'number' ? 0 : others.get(value)! + 1)
  let last = 0
  for (const number of numbers) {
    if (kind === inFull) own.float(number)
    else {
      const whole = Math.round(number * 10 ** kind)
      own.zigzag(whole - last)
      last = whole
    }
  }
  const bytes = own.finish()
  out.varint(isMixed ? kind + mixed : kind)
  out.varint(bytes.length)
  out.bytes(bytes)
}

/** With how many decimals all numbers are exact; null if with none. */
function findDecimals(numbers: readonly number[]): number | null {
  let decimals = 0
  for (const number of numbers) {
    while (!isExact(number, decimals)) {
      decimals++
      if (decimals > mostDecimals) return null
    }
  }
  // More decimals may have made an earlier, large number inexact.
  return numbers.every((number) => isExact(number, decimals)) ? decimals : null
}

function isExact(number: number, decimals: number): boolean {
  const whole = Math.round(number * 10 ** decimals)
  return Math.abs(whole) <= largestWhole && whole / 10 ** decimals === number
}

/** Some metrics of a pack, or all of them. */
export interface PackColumns {
  instants: number[]
  steps: (number | null)[]
  /** By metric: the value at each instant, undefined without one. */
  values: Map<string, (PackedValue | undefined)[]>
}

/** `wanted` null is every metric. Throws where the bytes are not a pack. */
export function decodeColumns(bytes: Uint8Array, wanted: readonly string[] | null): PackColumns {
  const source = createByteReader(bytes)
  const found = source.varint()
  if (found !== version) throw new RangeError(`readings packed in version ${found}, which is unknown here`)
  const [keys, others] = JSON.parse(source.text()) as [string[], PackedValue[]]
  const count = source.varint()
  const instants: number[] = []
  let [last, delta] = [0, 0]
  for (let index = 0; index < count; index++) {
    delta += source.zigzag()
    last += delta
    instants.push(last)
  }
  const steps: (number | null)[] = []
  while (steps.length < count) {
    const length = source.varint()
    const step = source.varint()
    for (let index = 0; index < length; index++) steps.push(step === 0 ? null : step - 1)
  }
  const masks = Array.from({ length: source.varint() }, () => source.bytes(Math.ceil(count / 8)))
  const values = new Map<string, (PackedValue | undefined)[]>()
  for (const key of keys) {
    const mask = masks[source.varint() - 1] ?? null
    const kind = source.varint()
    const own = source.bytes(source.varint())
    if (wanted && !wanted.includes(key)) continue
    const indices: number[] = []
    for (let index = 0; index < count; index++)
      if (mask === null || (mask[index >> 3]! >> (index & 7)) & 1) indices.push(index)
    const column = new Array<PackedValue | undefined>(count).fill(undefined)
    decodeValues(createByteReader(own), kind, indices, others, column)
    values.set(key, column)
  }
  return { instants, steps, values }
}

function decodeValues(
  source: ByteReader,
  kind: number,
  indices: readonly number[],
  others: readonly PackedValue[],
  column: (PackedValue | undefined)[],
): void {
  const whats = kind >= mixed ? indices.map(() => source.varint()) : null
  const decimals = kind % mixed
  const divisor = 10 ** decimals
  let last = 0
  for (const [at, index] of indices.entries()) {
    const what = whats?.[at] ?? 0
    if (what > 0) column[index] = others[what - 1]!
    else if (decimals === inFull) column[index] = source.float()
    else {
      last += source.zigzag()
      column[index] = last / divisor
    }
  }
}

export function decodeSamples(bytes: Uint8Array, wanted: readonly string[] | null = null): PackedSample[] {
  const { instants, steps, values } = decodeColumns(bytes, wanted)
  return instants.map((ts, index) => {
    const own: Record<string, PackedValue> = {}
    for (const [key, column] of values) if (column[index] !== undefined) own[key] = column[index]
    return { ts, stepSeconds: steps[index]!, values: own }
  })
}
