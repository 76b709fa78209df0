import { type InvitationView, invitationEndpoints } from '@ohmstead/contract/invitations'
import { mayChangeFlags } from '@ohmstead/domain/access/manage-user'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { takePersonMailAttempt } from '../auth/sign-in-attempts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { getOwnFlags, noAccess } from '../people/change-access.ts'
import { findLocationName } from '../people/location-people-queries.ts'
import { createConfirmationNumber, hashConfirmationNumber } from './confirmation-number.ts'
import {
  findInvitation,
  findInvitations,
  findInviter,
  findLocaleOf,
  findObstacle,
  insertInvitation,
  lockLocation,
  renewInvitation,
  revokeInvitation,
} from './invitation-queries.ts'

const validDays = 7

export const invitationRoutes: Route[] = [
  route(invitationEndpoints.list, async ({ db, deps, params }) => ({
    invitations: await findInvitations(db, params.locationId, standingOf(deps)),
  })),

  route(invitationEndpoints.create, async (context) => {
    const { db, deps, actor, params, body } = context
    const { locationId } = params
    if (!mayChangeFlags(await getOwnFlags(db, actor, locationId), noAccess, body.permissions))
      throw new AppError('not_allowed')
    await refuseObstacle(db, { locationId, email: body.email, exceptId: null }, deps)
    await takePersonMailAttempt(deps, actor, body.email)
    const invitationId = await db.transaction(async (tx) => {
      const now = deps.clock.now()
      const invitation = {
        locationId,
        email: body.email,
        flags: body.permissions,
        invitedBy: actor.userId,
        now,
      }
      const name = await lockLocation(tx, locationId)
      await refuseObstacle(tx, { locationId, email: body.email, exceptId: null }, deps)
      const link = createLink(deps)
      const id = await insertInvitation(tx, { ...invitation, ...link })
      await mailInvitation(tx, { ...invitation, ...link, location: name ?? '' }, deps)
      await recordAudit(tx, auditContextOf(context), {
        action: 'invitation_created',
        locationId,
        after: { invitationId: id, ...body.permissions },
      })
      return id
    })
    return { invitation: await getInvitation(db, { locationId, invitationId }, deps) }
  }),

  route(invitationEndpoints.resend, async (context) => {
    const { db, deps, actor, params } = context
    const { email, status, permissions } = await getInvitation(db, params, deps)
    if (status !== 'pending' && status !== 'expired') throw new AppError('invite_closed')
    // Resending counts as inviting: it cannot give more than one may give oneself.
    if (!mayChangeFlags(await getOwnFlags(db, actor, params.locationId), noAccess, permissions))
      throw new AppError('not_allowed')
    await takePersonMailAttempt(deps, actor, email)
    await db.transaction(async (tx) => {
      const name = await lockLocation(tx, params.locationId)
      await refuseObstacle(tx, { locationId: params.locationId, email, exceptId: params.invitationId }, deps)
      const link = createLink(deps)
      if ((await renewInvitation(tx, params.invitationId, link)) === 0) throw new AppError('invite_closed')
      const { locationId } = params
      await mailInvitation(
        tx,
        { ...link, email, invitedBy: actor.userId, locationId, location: name ?? '' },
        deps,
      )
      await recordAudit(tx, auditContextOf(context), {
        action: 'invitation_resent',
        locationId: params.locationId,
        after: { invitationId: params.invitationId },
      })
    })
    return { invitation: await getInvitation(db, params, deps) }
  }),

  route(invitationEndpoints.revoke, async (context) => {
    const { db, deps, params } = context
    await getInvitation(db, params, deps)
    await db.transaction(async (tx) => {
      if ((await revokeInvitation(tx, params.invitationId)) === 0) throw new AppError('invite_closed')
      await recordAudit(tx, auditContextOf(context), {
        action: 'invitation_revoked',
        locationId: params.locationId,
        before: { invitationId: params.invitationId },
      })
    })
  }),
]

const standingOf = ({ clock, mailer }: Pick<Deps, 'clock' | 'mailer'>) => ({
  now: clock.now(),
  isSending: mailer.isSending,
})

async function getInvitation(
  db: Queryable,
  params: { locationId: number; invitationId: number },
  deps: Pick<Deps, 'clock' | 'mailer'>,
): Promise<InvitationView> {
  const invitation = await findInvitation(db, params, standingOf(deps))
  if (!invitation) throw new AppError('not_found')
  return invitation
}

async function refuseObstacle(
  db: Queryable,
  wanted: Parameters<typeof findObstacle>[1],
  { clock }: Pick<Deps, 'clock'>,
): Promise<void> {
  const obstacle = await findObstacle(db, wanted, clock.now())
  if (obstacle) throw new AppError(obstacle)
}

interface Link {
  url: string
  tokenHash: Buffer
  expiresAt: number
}

function createLink({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): Link {
  const id = createConfirmationNumber()
  return {
    url: `${settings.publicUrl}/?confirmationAction=LOCATION_INVITE&confirmationId=${id}`,
    tokenHash: hashConfirmationNumber(id),
    expiresAt: clock.now() + validDays * 86_400_000,
  }
}

/** In the language of the invited person if they have an account, else in the inviter's. */
async function mailInvitation(
  tx: Queryable,
  {
    email,
    invitedBy,
    location,
    locationId,
    url,
    expiresAt,
  }: Link & { email: string; invitedBy: number; location: string; locationId: number },
  deps: Deps,
): Promise<void> {
  const companyId = (await findLocationName(tx, locationId))?.company_id ?? null
  const inviter = (await findInviter(tx, invitedBy))!
  const name = `${inviter.first_name} ${inviter.last_name}`.trim() || inviter.email
  const locale = (await findLocaleOf(tx, email)) ?? inviter.locale
  const values = { inviter: name, location, url, days: validDays }
  await queueMail(
    tx,
    {
      kind: 'invitation',
      to: email,
      locale,
      values,
      secretUntil: expiresAt,
      companyId,
      names: { userId: invitedBy, locationId },
    },
    deps,
  )
}
