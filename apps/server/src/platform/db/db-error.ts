/** A refusal by the database, with the SQLSTATE code and the constraint's name if there is one. */
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

  /**
   * The database was unavailable or busy, so the same work may succeed later: no connection, starting or stopping,
   * out of resources, read-only, or a time limit.
   */
  get isUnavailable(): boolean {
    return (
      this.code === undefined ||
      /^(08|57|53|55P03$|25006$|25P03$)/.test(this.code) ||
      /^E[A-Z]+$/.test(this.code)
    )
  }

  /** Nothing can be written: no space, or a read-only database. */
  get isWriteRefused(): boolean {
    return this.code === '53100' || this.code === '25006'
  }
}

/** Two transactions conflicted: nothing was written and the same work may be retried. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DbError && (error.code === '40P01' || error.code === '40001')
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DbError && error.code === '23505' && (!constraint || error.constraint === constraint)
  )
}

/** The row is still referenced, or refers to one that is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof DbError && (error.code === '23503' || error.code === '23001')
}
