import { securityEndpoints } from '@ohmstead/contract/invitations'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type Route, route } from '../../route.ts'
import { type AuditContext, auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { takeNumberAttempt } from '../auth/sign-in-attempts.ts'
import { hashConfirmationNumber } from './confirmation-number.ts'
import { addLocationFlags, confirmInvitation, findAddress, lockInvitation } from './confirmation-queries.ts'

export const securityRoutes: Route[] = [
  route(securityEndpoints.validateConfirmation, async (context) => {
    const { db, deps, actor, body } = context
    const forgive = await takeNumberAttempt(deps, actor)
    if (body.action !== 'LOCATION_INVITE') throw new AppError('token_missing')
    const location = await db.transaction((tx) =>
      acceptInvitation(tx, auditContextOf(context), actor.userId, body.id),
    )
    await forgive()
    return { location }
  }),
]

/** Gives the invited person access, once; anybody else who opens the link gets nothing, even if signed in. */
async function acceptInvitation(
  tx: Queryable,
  audit: AuditContext,
  userId: number,
  confirmationId: number,
): Promise<{ id: number; name: string }> {
  const invitation = await lockInvitation(tx, hashConfirmationNumber(confirmationId))
  if (!invitation || invitation.status === 'revoked') throw new AppError('token_missing')
  if (invitation.status === 'confirmed') throw new AppError('token_used')
  if (invitation.expires_at <= audit.at) throw new AppError('token_expired')
  const address = await findAddress(tx, userId)
  if (address?.email !== invitation.email) throw new AppError('invite_other_address')
  if (address.email_verified_at === null) throw new AppError('email_not_verified')
  await confirmInvitation(tx, invitation.id, userId, audit.at)
  await addLocationFlags(tx, userId, invitation)
  await recordAudit(tx, audit, {
    action: 'invitation_confirmed',
    userId,
    locationId: invitation.location_id,
    after: {
      view: true,
      edit: invitation.can_edit,
      control: invitation.can_control,
      manageUsers: invitation.can_manage_users,
    },
  })
  await notifyLive(tx, { t: 'access', user: userId })
  return { id: invitation.location_id, name: invitation.location_name }
}
