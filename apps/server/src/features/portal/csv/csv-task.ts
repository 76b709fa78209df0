import type { ErrorCode, FilePlace } from '@ohmstead/contract/errors'
import type { ReadingProblemView } from '@ohmstead/contract/portal'
import type { CsvAgreedPowers } from './csv-agreed-powers.ts'

/** A file to be read in a thread of its own. */
export interface CsvTask {
  content: Uint8Array
  nowMs: number
  /** Points that its person has: what a connection lets through decides which readings are absurd. */
  known: KnownPoint[]
}

export interface KnownPoint {
  eimm: string
  gsrn: string | null
  connectionPowerKw: number | null
}

/** What a file says, laid out on local days in order. */
export interface CsvDays {
  eimm: string
  gsrn: string | null
  problems: ReadingProblemView[]
  /** Null where the file names none. */
  agreedPowers: CsvAgreedPowers | null
  days: PackedDay[]
  /** Energies of all days in milliwatt-hours, each as long as its quality; NaN is missing. */
  imports: Float64Array
  exports: Float64Array
}

export interface PackedDay {
  day: string
  quality: string
  hasExports: boolean
}

/** What a thread tells of a file that is another one, or of a failure of its own (`code` null). */
export interface SentCsvError {
  code: ErrorCode | null
  message: string
  place: FilePlace | undefined
}
