/** A refusal by the database, with the SQLSTATE code and the constraint's name where there is one. */
export class DbError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined

  constructor(cause: {
    message: string
    code?: string | undefined
    detail?: string | undefined
    constraint?: string | undefined
  }) {
    super(cause.detail ? `${cause.message} (${cause.detail})` : cause.message, { cause })
    this.name = 'DbError'
    this.code = cause.code
    this.constraint = cause.constraint
  }

  /** The database was away rather than unwilling: the same work may succeed later. */
  get isConnectionLost(): boolean {
    return this.code === undefined || /^(08|57P0|53)/.test(this.code) || /^E[A-Z]+$/.test(this.code)
  }
}

/** Two transactions met: nothing was written and the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DbError && (error.code === '40P01' || error.code === '40001')
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DbError && error.code === '23505' && (!constraint || error.constraint === constraint)
  )
}

/** The row is still referred to, or refers to one that is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof DbError && (error.code === '23503' || error.code === '23001')
}
