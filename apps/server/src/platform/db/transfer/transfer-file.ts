import { OperatorError } from '../../operator-error.ts'
import type { SequenceState, TableShape, TableSum } from './table-shape.ts'

// A data file is Zstandard-compressed text, encrypted by default. One JSON value per line: the header, then for each table a line that names
// it and lines with batches of its rows, and a last line that marks the file as complete.

export interface FileHeader {
  format: 'ohmstead-data'
  version: 1
  migrations: string[]
  tables: (TableShape & TableSum)[]
  sequences: SequenceState[]
  /** In base64, only in encrypted files: what opens the secrets in the rows. */
  secretKeys?: string[]
}

export type FileLine = FileHeader | { table: string } | { end: true } | string[][]

export interface TransferProgress {
  table: string
  rows: number
  ofRows: number
}

/** An error that the operator can fix. */
export class TransferError extends OperatorError {}
