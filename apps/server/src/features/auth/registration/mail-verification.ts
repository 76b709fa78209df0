import type { Queryable } from '../../../platform/db/db.ts'
import type { PlatformDeps } from '../../../platform/platform-deps.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findUserByEmail } from '../user-queries.ts'
import { createLinkToken, linkHours, type Registration } from './link-token.ts'

/** Mails the link that confirms an address. The token is in the fragment, so that no server on the way logs it. */
export async function mailVerification(
  tx: Queryable,
  {
    userId,
    email,
    locale,
    registration,
  }: { userId: number; email: string; locale: string | null; registration: Registration | null },
  deps: Pick<PlatformDeps, 'clock' | 'settings'>,
): Promise<void> {
  const now = deps.clock.now()
  const { token, expiresAt } = await createLinkToken(tx, {
    action: 'verify_email',
    userId,
    email,
    registration,
    now,
  })
  const url = `${deps.settings.publicUrl}/auth/verify-email#token=${token}`
  await queueMail(
    tx,
    {
      kind: 'verification',
      to: email,
      locale,
      values: { url, hours: linkHours.verify_email },
      secretUntil: expiresAt,
    },
    deps,
  )
}

/** Notifies the owner of an account that somebody registered with their address; `locale` is that of the page used. */
export async function mailAlreadyRegistered(
  tx: Queryable,
  { email, locale }: { email: string; locale: string },
  deps: Pick<PlatformDeps, 'clock' | 'settings'>,
): Promise<void> {
  const known = await findUserByEmail(tx, email)
  const values = { url: `${deps.settings.publicUrl}/auth/login` }
  const mail = { kind: 'already_registered', to: email, locale: known?.locale ?? locale, values } as const
  await queueMail(tx, mail, deps)
}
