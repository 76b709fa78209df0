import { rawSql, type Sql, sql, withParams } from '../../platform/db/sql.ts'

// Lists of the ingest path in the database's own binary form (`intArray`): several times cheaper for both
// sides than letting the drivers write them element by element, or than one text of numbers that the database has to parse.

const types = { smallint: 21, integer: 23, bigint: 20, double: 701, text: 25 }
const headerBytes = 20
const lengthBytes = 4

type Numbers = readonly (number | null)[]

export const smallintArray = (numbers: Numbers): Sql =>
  sql`${writeNumbers(numbers, types.smallint, 2, (view, at, value) => view.setInt16(at, value))}::smallint[]`

export const intArray = (numbers: Numbers): Sql =>
  sql`${writeNumbers(numbers, types.integer, 4, (view, at, value) => view.setInt32(at, value))}::int[]`

/** Whole numbers up to 2^53. */
export const bigintArray = (numbers: Numbers): Sql =>
  sql`${writeNumbers(numbers, types.bigint, 8, (view, at, value) => {
    view.setInt32(at, Math.floor(value / 2 ** 32))
    view.setUint32(at + 4, value >>> 0)
  })}::bigint[]`

export const doubleArray = (numbers: Numbers): Sql =>
  sql`${writeNumbers(numbers, types.double, 8, (view, at, value) => view.setFloat64(at, value))}::float8[]`

export const textArray = (texts: readonly string[]): Sql => sql`${writeTexts(texts)}::text[]`

function writeTexts(texts: readonly string[]): Uint8Array {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const size = lengths.reduce((sum, length) => sum + lengthBytes + length, headerBytes)
  // Not from the pool, since what is sent to another thread takes its whole buffer along.
  const bytes = Buffer.alloc(size)
  let at = writeHeader(new DataView(bytes.buffer), texts.length, types.text)
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(lengths[index]!, at)
    at += bytes.write(text, at)
  }
  return bytes
}

function writeNumbers(
  numbers: Numbers,
  type: number,
  size: number,
  write: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  // One allocation for the largest case; what nulls leave unused is cut off.
  const bytes = new Uint8Array(headerBytes + numbers.length * (lengthBytes + size))
  const view = new DataView(bytes.buffer)
  let at = writeHeader(view, numbers.length, type)
  for (const value of numbers) {
    view.setInt32(at, value === null ? -1 : size)
    at += lengthBytes
    if (value === null) continue
    write(view, at, value)
    at += size
  }
  return bytes.subarray(0, at)
}

/** One dimension with lower bound 1; an empty array has none. Nulls are announced in any case. */
function writeHeader(view: DataView, count: number, type: number): number {
  view.setInt32(0, 1)
  view.setInt32(4, 1)
  view.setInt32(8, type)
  view.setInt32(12, count)
  view.setInt32(16, 1)
  return headerBytes
}

/**
 * Lists of equal length as rows for a `from`, by column name. Beside each other in the select list they are handed on
 * row by row; as a function in `from` they would first be collected.
 */
export function rowsOf(columns: Readonly<Record<string, Sql>>): Sql {
  const lists = Object.entries(columns)
  const texts = lists.map(
    ([name, { text }], index) => `unnest(${text.replace('$1', () => `$${index + 1}`)}) as ${name}`,
  )
  return withParams(
    `(select ${texts.join(', ')}) as given`,
    lists.flatMap(([, { params }]) => params),
  )
}

/** A column of epoch milliseconds as an instant. */
export function epochMs(column: string): Sql {
  return rawSql(`to_timestamp(${column} / 1000)`)
}
