import { energySharingEndpoints } from '@ohmstead/contract/energy-sharing'
import type { SharingInvitationView } from '@ohmstead/contract/energy-sharing-groups'
import type { Actor } from '@ohmstead/domain/access/permission'
import { isReceiving, isSending } from '@ohmstead/domain/sharing/sharing-terms'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { hashToken } from '../../platform/random-token.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { takeNumberAttempt } from '../auth/sign-in-attempts.ts'
import { findAddress } from '../invitations/confirmation-queries.ts'
import { findInviter } from '../invitations/invitation-queries.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { findGroupTerms, touchGroup } from './group-queries.ts'
import { viewGroup } from './group-view.ts'
import {
  acceptMembership,
  declineMembership,
  hasOtherSender,
  lockInvitingGroup,
  lockSharingInvitation,
  type OpenedSharingInvitation,
} from './invitation-answer-queries.ts'
import { checkJoining, refuseNettedReceiver } from './join-group.ts'
import { findOwnPlaces } from './member-place-queries.ts'
import { countMembers, isInAnotherGroup } from './member-queries.ts'

export const sharingInvitationRoutes: Route[] = [
  route(energySharingEndpoints.readInvitation, async ({ db, deps, actor, body }) => {
    const forgive = await takeNumberAttempt(deps, actor)
    const now = deps.clock.now()
    const invitation = await db.transaction(async (tx) =>
      describe(tx, actor, await open(tx, actor, body.token, now), now),
    )
    await forgive()
    return { invitation }
  }),

  route(energySharingEndpoints.acceptInvitation, async (context) => {
    const { db, deps, actor, body } = context
    const forgive = await takeNumberAttempt(deps, actor)
    const audit = auditContextOf(context)
    const { subject, priceListId, token } = body
    const groupId = await db.transaction(async (tx) => {
      await lockInvitingGroup(tx, hashToken(token))
      const invited = await open(tx, actor, token, audit.at)
      await touchGroup(tx, invited.group_id, audit.at)
      const place = { subject, priceListId, now: audit.at }
      const content = { ...invited, sharedShare: invited.shared_share, validFrom: invited.valid_from }
      await checkJoining(tx, actor, content, place)
      await acceptMembership(tx, invited.id, place)
      await refuseNettedReceiver(tx, invited.id, invited, audit.at)
      await recordAudit(tx, audit, {
        action: 'sharing_invitation_accepted',
        userId: actor.userId,
        companyId: invited.company_id,
        locationId: subject.kind === 'location' ? subject.locationId : null,
        after: { id: invited.group_id, memberId: invited.id, ...subject },
      })
      return invited.group_id
    })
    await forgive()
    return viewGroup(context, groupId)
  }),

  route(energySharingEndpoints.declineInvitation, async (context) => {
    const { db, deps, actor, body } = context
    const forgive = await takeNumberAttempt(deps, actor)
    const audit = auditContextOf(context)
    await db.transaction(async (tx) => {
      await lockInvitingGroup(tx, hashToken(body.token))
      const invited = await open(tx, actor, body.token, audit.at)
      await touchGroup(tx, invited.group_id, audit.at)
      await declineMembership(tx, invited.id, audit.at)
      await recordAudit(tx, audit, {
        action: 'sharing_invitation_declined',
        userId: actor.userId,
        companyId: invited.company_id,
        after: { id: invited.group_id, memberId: invited.id },
      })
    })
    await forgive()
  }),
]

/** The invitation of a link, for the invited person only: anybody else who opens it gets nothing. */
async function open(
  tx: Queryable,
  actor: Actor,
  token: string,
  now: number,
): Promise<OpenedSharingInvitation> {
  const invited = await lockSharingInvitation(tx, hashToken(token))
  if (!invited) throw new AppError('token_missing')
  if (invited.state !== 'invited') throw new AppError('token_used')
  if (invited.expires_at <= now) throw new AppError('token_expired')
  const address = await findAddress(tx, actor.userId)
  if (address?.email !== invited.email) throw new AppError('invite_other_address')
  if (address?.email_verified_at == null) throw new AppError('email_not_verified')
  return invited
}

async function describe(
  tx: Queryable,
  actor: Actor,
  invited: OpenedSharingInvitation,
  now: number,
): Promise<SharingInvitationView> {
  const group = (await findGroupTerms(tx, invited.group_id, localDay(now)))!
  const inviter = invited.invited_by === null ? undefined : await findInviter(tx, invited.invited_by)
  const places: SharingInvitationView['places'] = []
  for (const { location_id, device_id, name, is_netted } of await findOwnPlaces(tx, actor)) {
    const subject =
      location_id === null
        ? { kind: 'point' as const, abstractDeviceId: device_id! }
        : { kind: 'location' as const, locationId: location_id }
    const days = { validFrom: invited.valid_from, exceptId: null }
    const isTaken = await isInAnotherGroup(tx, subject, days)
    const obstacle = isTaken
      ? 'in_another_group'
      : is_netted && isReceiving(invited)
        ? 'yearly_netting'
        : null
    places.push({ subject, name, obstacle })
  }
  return {
    groupName: group.name,
    scheme: group.scheme,
    inviterName: inviter ? `${inviter.first_name} ${inviter.last_name}`.trim() : '',
    organiser: group.organiser,
    priceTerms: group.price_terms,
    keyKind: group.key_kind,
    role: invited.role,
    sharedShare: invited.shared_share,
    validFrom: invited.valid_from,
    expiresAt: invited.expires_at,
    isPair: (await countMembers(tx, invited.group_id)) <= 2,
    isSoleSender: isSending(invited) && !(await hasOtherSender(tx, invited)),
    places,
  }
}
