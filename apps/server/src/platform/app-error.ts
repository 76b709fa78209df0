import type { ErrorCode } from '@ohmstead/contract/errors'

/** An expected refusal: answered with its code and status, never logged as a failure. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
