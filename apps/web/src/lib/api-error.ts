import type { ErrorBody, ErrorCode, FilePlace } from '@ohmstead/contract/errors'

/** A failed call. `offline` means that no answer came at all. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline'
  /** Wrong inputs: path → rule key of the shared form rules. */
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | null
  /** The first cell of a file that cannot be read. */
  readonly place: FilePlace | null

  constructor(code: ErrorCode | 'offline', details: Omit<ErrorBody['error'], 'code'> = {}) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.fields = details.fields ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.place = details.place ?? null
  }
}
