import type { DbError } from './db-error.ts'

/** Remembers when the database last refused to write at all: no space, or read-only. */
export function watchWrites() {
  let refusedAt: number | null = null
  return {
    note: (error: DbError): DbError => {
      if (error.isWriteRefused) refusedAt = performance.now()
      return error
    },
    refusedAt: () => refusedAt,
  }
}
