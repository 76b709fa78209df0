import { ApiError } from '../../lib/api-error.ts'
import type { Translate } from '../i18n/use-t.ts'
import { errorText } from '../states/page-states.tsx'

/** A form's message when sending it failed; a throttled one says how long to wait, from two minutes on in minutes. */
export function failureText(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.code === 'too_many_attempts' && error.retryAfterSeconds) {
    const seconds = error.retryAfterSeconds
    return seconds < 120
      ? t('auth.login.wait', { seconds })
      : t('auth.login.wait_minutes', { minutes: Math.ceil(seconds / 60) })
  }
  return isKept(error) ? `${errorText(error, t)} ${t('errors.kept')}` : errorText(error, t)
}

/** Nothing is wrong with the input, so nobody should worry about it. */
const isKept = (error: unknown) => !(error instanceof ApiError) || passing.has(error.code)
const passing: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'stopped',
  'unanswered',
  'unavailable',
  'unexpected',
  'server_busy',
])
