import type { ErrorBody, ErrorCode, FilePlace } from '@ohmstead/contract/errors'

/** An expected refusal: answered with its code and status, never logged as a failure. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly place: FilePlace | undefined
  readonly days: ErrorBody['error']['days']

  constructor(
    code: ErrorCode,
    more: {
      fields?: Record<string, string>
      retryAfterSeconds?: number
      place?: FilePlace | undefined
      days?: ErrorBody['error']['days']
    } = {},
  ) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.place = more.place
    this.days = more.days
  }
}
