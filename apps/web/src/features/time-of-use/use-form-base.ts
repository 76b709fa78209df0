import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import type { Translate } from '../../shared/i18n/use-t.ts'

/**
 * What a form began from. A save names that version even if a newer one has been read since, so that nobody is overwritten
 * unseen. Once the person was told, the next save names the newest version, and `follow` gets the fields as somebody else
 * has saved them.
 */
export function useFormBase<Fields extends object>(
  version: number,
  fields: Fields,
  follow: (from: Fields, to: Fields) => void,
) {
  const [base, setBase] = useState({ version, fields })
  const [isTold, setTold] = useState(false)
  if (isTold && version !== base.version) {
    setTold(false)
    setBase({ version, fields })
    follow(base.fields, fields)
  }
  return {
    ...base,
    /** Passes on why a save failed. */
    refuse: (error: unknown): never => {
      if (isFollowed(error)) setTold(true)
      throw error
    },
  }
}

/** Why a save failed. If somebody else was faster, the form has followed by now, and keeps the entries for another try. */
export function failureOf(
  { error, failure }: { error: unknown; failure: string | null },
  t: Translate,
): string | null {
  return isFollowed(error) ? t('time_of_use.conflict.form') : failure
}

const isFollowed = (error: unknown) => error instanceof ApiError && error.code === 'edited_meanwhile'
