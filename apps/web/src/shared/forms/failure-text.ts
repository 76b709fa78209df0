import { ApiError } from '../../lib/api-error.ts'
import type { Translate } from '../i18n/use-t.ts'
import { errorText } from '../states/page-states.tsx'

/** What a form says when sending it failed; a throttled one says how long to wait. */
export function failureText(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.code === 'too_many_attempts' && error.retryAfterSeconds)
    return t('auth.login.wait', { seconds: error.retryAfterSeconds })
  return errorText(error, t)
}
