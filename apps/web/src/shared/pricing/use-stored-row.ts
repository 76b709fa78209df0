import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'

/**
 * The row that a dialog writes over, null for a new one. If somebody else was faster, `newer` is what they saved until the
 * person has chosen between the two; a save names the version of `stored`, so that nobody is overwritten unseen.
 */
export function useStoredRow<Row extends { version: number }>(
  row: Row | null,
  read: (row: Row) => Promise<Row | undefined>,
) {
  const [stored, setStored] = useState(row)
  const [newer, setNewer] = useState<Row | null>(null)
  return {
    stored,
    newer,
    /** Reads what somebody else saved, if that is why a save failed. */
    readNewer: async (error: Error) => {
      if (stored && error instanceof ApiError && error.code === 'edited_meanwhile')
        setNewer((await read(stored).catch(() => undefined)) ?? null)
    },
    /** The person has chosen: from now on it is their row that is written over. */
    adoptNewer: () => {
      setStored(newer)
      setNewer(null)
    },
  }
}
