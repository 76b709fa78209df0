import type { ErrorBody, ErrorCode } from '@ohmstead/contract/errors'

/** A failed call. `offline` means that no answer came at all. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline'
  /** Wrong inputs: path → rule key of the shared form rules. */
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode | 'offline', details: Omit<ErrorBody['error'], 'code'> = {}) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.fields = details.fields ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}
