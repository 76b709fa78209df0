import { rawSql, type Sql } from '../../platform/db/sql.ts'

// Lists of the ingest path as one text each (`${intArray(ids)}::text::int[]`): several times cheaper than letting the
// drivers write them element by element. Only inside `unnest`: in a condition the text would be parsed for each row.

export const intArray = (numbers: readonly (number | null)[]) => numberArray(numbers)

export function numberArray(numbers: readonly (number | null)[]): string {
  let text = '{'
  for (let index = 0; index < numbers.length; index++) {
    if (index > 0) text += ','
    text += numbers[index] ?? 'NULL'
  }
  return `${text}}`
}

/** Texts without line breaks (JSON has none) for `string_to_array(…, chr(10))`: nothing to escape. */
export const lines = (texts: readonly string[]) => texts.join('\n')

/** A column of epoch milliseconds as an instant. */
export function epochMs(column: string): Sql {
  return rawSql(`to_timestamp(${column} / 1000)`)
}
