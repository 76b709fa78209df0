import type { Queryable } from '../../../platform/db/db.ts'
import type { PlatformDeps } from '../../../platform/platform-deps.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { createLinkToken, linkHours } from '../registration/link-token.ts'

interface Recipient {
  id: number
  email: string
  first_name: string
  locale: string | null
}

export async function mailPasswordReset(
  tx: Queryable,
  { id: userId, email, first_name: name, locale }: Recipient,
  deps: Pick<PlatformDeps, 'clock' | 'settings'>,
): Promise<void> {
  const now = deps.clock.now()
  const { token, expiresAt } = await createLinkToken(tx, { action: 'reset_password', userId, email, now })
  const url = `${deps.settings.publicUrl}/auth/reset-password#token=${token}`
  await queueMail(
    tx,
    {
      kind: 'password_reset',
      to: email,
      locale,
      values: { name, url, hours: linkHours.reset_password },
      secretUntil: expiresAt,
    },
    deps,
  )
}

export async function mailPasswordChanged(
  tx: Queryable,
  { email, first_name: name, locale }: Recipient,
  deps: Pick<PlatformDeps, 'clock' | 'settings'>,
): Promise<void> {
  const url = `${deps.settings.publicUrl}/auth/forgotten-password`
  const values = { name, url, time: deps.clock.now() }
  await queueMail(tx, { kind: 'password_changed', to: email, locale, values }, deps)
}
