import type { Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { endDoubtfulSessions } from '../account/second-factor/end-doubtful-sessions.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { lockMark } from '../installation/installation-queries.ts'
import { replaceRole, setDisabled } from '../people/person-change-queries.ts'
import { emptyAccount, ensureAccount, findAccount } from './super-admin-queries.ts'

export interface MadeSuperAdmin {
  userId: number
  /** Whether the role is new to them. */
  isNew: boolean
  /** Nobody can sign in to the account before a password is chosen. */
  needsPassword: boolean
}

/**
 * Gives the role of super admin to the user with this address, creating an account if there is none. For the operator
 * only. Idempotent; concurrent calls wait for each other.
 */
export async function makeSuperAdmin(
  tx: Queryable,
  audit: AuditContext,
  email: string,
): Promise<MadeSuperAdmin> {
  await lockMark(tx)
  // Somebody may register for the address at the same moment: then their account is the one found.
  const isMade = (await ensureAccount(tx, email, audit.at)) > 0
  const account = (await findAccount(tx, email))!
  const userId = account.id
  const known = isMade ? null : account
  if (known && !known.is_confirmed && !known.roles.includes('ROLE_SUPER_ADMIN'))
    await emptyAccount(tx, userId)
  if (known?.is_disabled && (await setDisabled(tx, userId, false, audit.at)))
    await recordAudit(tx, audit, { action: 'user_enabled', userId })
  const isNew = known?.roles[0] !== 'ROLE_SUPER_ADMIN'
  if (isNew) {
    await replaceRole(tx, userId, 'ROLE_SUPER_ADMIN', [])
    await endDoubtfulSessions(tx, { userId, exceptToken: null })
    const before = known ? { role: known.roles[0] ?? null } : null
    await recordAudit(tx, audit, {
      action: 'role_changed',
      userId,
      before,
      after: { role: 'ROLE_SUPER_ADMIN' },
    })
    await notifyLive(tx, { t: 'access', user: userId })
  }
  return { userId, isNew, needsPassword: !known?.is_confirmed || !known.has_password }
}
