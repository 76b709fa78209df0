import type { ErrorCode, FilePlace } from '@ohmstead/contract/errors'
import type { ReadingProblemView } from '@ohmstead/contract/portal'
import type { CsvAgreedPowers } from './csv-agreed-powers.ts'

/** A file to be parsed in a separate thread. */
export interface CsvTask {
  content: Uint8Array
  nowMs: number
  /** Existing points of the person: their connection decides which readings are absurd. */
  known: KnownPoint[]
}

export interface KnownPoint {
  eimm: string
  gsrn: string | null
  connectionPowerKw: number | null
}

/** The content of a file, mapped to local days in order. */
export interface CsvDays {
  eimm: string
  gsrn: string | null
  problems: ReadingProblemView[]
  /** Null if the file has none. */
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

/** The thread's report of a wrong file, or of its own failure (`code` null). */
export interface SentCsvError {
  code: ErrorCode | null
  message: string
  place: FilePlace | undefined
}
