import { AppError } from '../../platform/app-error.ts'

/** An answer of the HTTP twin for a device and for the person who debugs it: a code and a sentence. */
export class LinkRequestError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, message: string, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The same where a WebSocket is refused, which has a status and no sentence. */
export function toSocketRefusal(error: unknown): unknown {
  if (!(error instanceof LinkRequestError)) return error
  const { status, retryAfterSeconds } = error
  return status === 429
    ? new AppError('too_many_requests', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
    : new AppError('not_signed_in')
}
