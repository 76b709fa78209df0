import type { FastifyError } from 'fastify'
import { AppError } from '../app-error.ts'
import { DbError, isReferenceGone } from '../db/db-error.ts'

const outageRetrySeconds = 5

/** Maps any failure to what the caller is told. */
export function asAppError(error: FastifyError | AppError | Error): AppError {
  if (error instanceof AppError) return error
  if (isOutage(error)) return new AppError('unavailable', { retryAfterSeconds: outageRetrySeconds })
  // Somebody else was faster, for example at deleting the company that this was for.
  if (isReferenceGone(error)) return new AppError('conflict')
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new AppError('payload_too_large')
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid_request')
  return new AppError('unexpected')
}

/** The database is away or busy, which is transient. */
export const isOutage = (error: unknown): error is DbError => error instanceof DbError && error.isUnavailable
