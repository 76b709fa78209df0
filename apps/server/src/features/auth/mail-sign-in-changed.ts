import type { Queryable } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { SignInChange } from '../mail/mail-kinds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { getPerson } from './passwords/person-queries.ts'

/** Notifies a user, and the audit log, that a way to sign in was added, changed or removed. */
export async function mailSignInChanged(
  tx: Queryable,
  userId: number,
  change: SignInChange,
  deps: Pick<PlatformDeps, 'clock' | 'settings'>,
  /** Null if the operator did it. */
  address: string | null,
): Promise<void> {
  const { email, first_name: name, locale } = await getPerson(tx, userId)
  const url = `${deps.settings.publicUrl}/user/settings`
  const values = { name, change, time: deps.clock.now(), url }
  const audit = { actor: address === null ? null : { userId }, address, at: deps.clock.now() }
  await recordAudit(tx, audit, { action: 'sign_in_method_changed', userId, after: { change } })
  await queueMail(tx, { kind: 'sign_in_changed', to: email, locale, values }, deps)
}
