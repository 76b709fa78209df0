// A Citus coordinator reports some errors of its workers as internal ones, with nothing but their texts.
const existingKey = /\bKey \(.*\) already exists/
const conflict = /\bdeadlock\b|could not serialize access/
const lostWorker =
  /connection to the remote node|failure on connection|connection error:|could not establish any connections|connection not open|closed the connection|terminating connection|failed to assign \d+ task/
const isOfWorker = (error: DbError, text: RegExp) => error.code === 'XX000' && text.test(error.message)

/** A refusal by the database, with the SQLSTATE code and the constraint's name if there is one. */
export class DbError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly #wasSent: boolean

  /** `wasSent` for a statement that was under way. */
  constructor(
    cause: {
      message: string
      code?: string | undefined
      detail?: string | undefined
      constraint?: string | undefined
    },
    wasSent = false,
  ) {
    super(cause.detail ? `${cause.message} (${cause.detail})` : cause.message, { cause })
    this.name = 'DbError'
    this.code = cause.code
    this.constraint = cause.constraint
    this.#wasSent = wasSent
  }

  /**
   * The database was unavailable or busy, so the same work may succeed later: no connection, starting or stopping,
   * out of resources, read-only, or a time limit.
   */
  get isUnavailable(): boolean {
    return (
      this.code === undefined ||
      /^(08|57|53|55P03$|25006$|25P03$)/.test(this.code) ||
      /^E[A-Z]+$/.test(this.code) ||
      isOfWorker(this, lostWorker)
    )
  }

  /** The connection is of no more use: it ended, answers no longer, or leads to a standby or a server that stops. */
  get isConnectionLost(): boolean {
    return this.code === undefined || /^(08|57P|25006$)/.test(this.code) || /^E[A-Z]+$/.test(this.code)
  }

  /** The connection was lost under a statement: what only reads may be asked again. */
  get wasCutOff(): boolean {
    return this.#wasSent && this.isConnectionLost
  }

  /** Nothing can be written: no space, or a read-only database. */
  get isWriteRefused(): boolean {
    return this.code === '53100' || this.code === '25006'
  }
}

/** Two transactions conflicted: nothing was written and the same work may be retried. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof DbError &&
    (error.code === '40P01' || error.code === '40001' || isOfWorker(error, conflict))
  )
}

/** Of a worker nobody knows which constraint: it counts only where any does. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DbError)) return false
  if (error.code === '23505') return !constraint || error.constraint === constraint
  return !constraint && isOfWorker(error, existingKey)
}

/** The row is still referenced, or refers to one that is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof DbError && (error.code === '23503' || error.code === '23001')
}

/** What a new row refers to was deleted after it had been looked up. */
export function isReferenceGone(error: unknown): boolean {
  return error instanceof DbError && error.code === '23503' && error.message.startsWith('insert or update')
}
