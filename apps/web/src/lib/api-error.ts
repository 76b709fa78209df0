import type { ErrorBody, ErrorCode, FilePlace } from '@ohmstead/contract/errors'

/**
 * No answer: there is no connection, a timeout, or the person cancelled. For a call that changes
 * something the last two are `unanswered`, since it may have been carried out.
 */
type NoAnswer = 'offline' | 'timeout' | 'stopped' | 'unanswered'

type Details = Omit<ErrorBody['error'], 'code'> & { supportCode?: string | null }

/** A failed call. */
export class ApiError extends Error {
  readonly code: ErrorCode | NoAnswer
  /** Wrong inputs: path → rule key of the shared form rules. */
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | null
  /** The first unreadable cell of a file. */
  readonly place: FilePlace | null
  /** The local days in the way, inclusive; without an end if `to` is null. */
  readonly days: readonly { from: string; to: string | null }[]
  /** With it, support finds the failure in the log; null if the server is not at fault. */
  readonly supportCode: string | null

  constructor(code: ErrorCode | NoAnswer, details: Details = {}) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.fields = details.fields ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.place = details.place ?? null
    this.days = details.days ?? []
    this.supportCode = details.supportCode ?? null
  }
}
