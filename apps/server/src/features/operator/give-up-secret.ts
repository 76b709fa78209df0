import type { Queryable } from '../../platform/db/db.ts'
import type { SealedPlace, SealedRow } from '../../platform/keys/sealed-places.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { deleteTotp } from '../account/second-factor/second-factor-queries.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { mailSignInChanged } from '../auth/mail-sign-in-changed.ts'

/**
 * Consequences of deleting a secret that no key opens: recovery codes are deleted with an authenticator app, its
 * owner is notified, and the audit log records it.
 */
export async function giveUpSecret(
  tx: Queryable,
  { table }: Pick<SealedPlace, 'table'>,
  { id, owner: userId }: Pick<SealedRow, 'id' | 'owner'>,
  deps: Pick<PlatformDeps, 'clock' | 'settings'>,
): Promise<void> {
  if (table === 'totp') {
    await deleteTotp(tx, userId)
    await mailSignInChanged(tx, userId, 'totp_off', deps, null)
  }
  if (table === 'external_credential') {
    const audit = { actor: null, address: null, at: deps.clock.now() }
    await recordAudit(tx, audit, {
      action: 'external_credential_removed',
      userId,
      before: { id: Number(id) },
    })
  }
}
