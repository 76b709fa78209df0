import { ApiError } from '../../lib/api-error.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import type { Translate } from '../../shared/i18n/use-t.ts'

/** Why an invitation was not created: the reason if known, else that it failed. */
export function inviteFailure(error: unknown, t: Translate): string {
  const isKnown = error instanceof ApiError && error.code !== 'unexpected'
  return isKnown ? failureText(error, t) : t('location_invite.general_error')
}
