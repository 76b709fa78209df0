import { energySharingEndpoints } from '@ohmstead/contract/energy-sharing'
import type { Actor } from '@ohmstead/domain/access/permission'
import { compareExact, parseExact } from '@ohmstead/domain/money/exact'
import { isReceiving } from '@ohmstead/domain/sharing/sharing-terms'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { takePersonMailAttempt } from '../auth/sign-in-attempts.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { checkMember } from './check-group.ts'
import { getGroup, getOrganisedGroup } from './get-group.ts'
import { touchGroup } from './group-queries.ts'
import { nettingOf, subjectOf, viewGroup } from './group-view.ts'
import { joinGroup } from './join-group.ts'
import { createInvitationLink, mailInvitation } from './mail-invitation.ts'
import { findPlaceFacts, isOwnPlace } from './member-place-queries.ts'
import {
  countMembers,
  deleteMember,
  endMember,
  findSeenMember,
  insertInvitedMember,
  isInAnotherGroup,
  isInvited,
  lockJoining,
  type MemberContent,
  type MemberRow,
  renewInvitedMember,
  updateMember,
} from './member-queries.ts'

/** Active and invited ones of a group. */
const mostMembers = 1000

export const sharingMemberRoutes: Route[] = [
  route(energySharingEndpoints.addMember, async (context) => {
    const { db, deps, actor, params, body } = context
    const { subject, email, priceListId, ...content } = body
    const group = await getOrganisedGroup(context, params.sharingGroupId)
    checkMember(group.scheme, content)
    if ((subject === null) === (email === null))
      throw new AppError('invalid_request', { fields: { email: 'required' } })
    const audit = auditContextOf(context)
    if (email !== null) await takePersonMailAttempt(deps, actor, email)
    await db.transaction(async (tx) => {
      await touchGroup(tx, group.id, audit.at)
      if ((await countMembers(tx, group.id)) >= mostMembers) throw new AppError('too_many_members')
      if (subject !== null) {
        const memberId = await joinGroup(tx, actor, group.id, content, {
          subject,
          priceListId,
          now: audit.at,
        })
        await recordAudit(tx, audit, {
          action: 'sharing_member_added',
          companyId: group.company_id,
          locationId: subject.kind === 'location' ? subject.locationId : null,
          after: { id: group.id, memberId, ...content },
        })
      } else if (email !== null) {
        if (await isInvited(tx, group.id, email, audit.at)) throw new AppError('invite_pending')
        const link = createInvitationLink(deps)
        const invited = { ...link, email, invitedBy: actor.userId, now: audit.at }
        const memberId = await insertInvitedMember(tx, group.id, content, invited)
        await mailInvitation(tx, { ...invited, group }, deps)
        await recordAudit(tx, audit, {
          action: 'sharing_member_invited',
          companyId: group.company_id,
          after: { id: group.id, memberId, ...content },
        })
      }
    })
    return viewGroup(context, group.id)
  }),

  route(energySharingEndpoints.updateMember, async (context) => {
    const { db, deps, actor, params, body } = context
    const group = await getOrganisedGroup(context, params.sharingGroupId)
    checkMember(group.scheme, body)
    const audit = auditContextOf(context)
    await db.transaction(async (tx) => {
      await touchGroup(tx, group.id, audit.at)
      await lockJoining(tx)
      const ids = { groupId: group.id, memberId: params.memberId }
      const member = await findSeenMember(tx, actor, ids)
      if (!member) throw new AppError('not_found')
      if (member.state !== 'active' && member.state !== 'invited') throw new AppError('not_allowed')
      await refuseConflict(tx, actor, member, body, localDay(deps.clock.now()))
      await updateMember(tx, member.id, body)
      const changed = changedFields(contentOf(member), body)
      if (changed)
        await recordAudit(tx, audit, {
          action: 'sharing_member_changed',
          companyId: group.company_id,
          locationId: member.location_id,
          before: { memberId: member.id, ...changed.before },
          after: { id: group.id, memberId: member.id, ...changed.after },
        })
    })
    return viewGroup(context, group.id)
  }),

  route(energySharingEndpoints.resendInvitation, async (context) => {
    const { db, deps, actor, params } = context
    const group = await getOrganisedGroup(context, params.sharingGroupId)
    const ids = { groupId: group.id, memberId: params.memberId }
    const member = await findSeenMember(db, actor, ids)
    if (!member) throw new AppError('not_found')
    const { email } = member
    if (member.state !== 'invited' || email === null) throw new AppError('invite_closed')
    await takePersonMailAttempt(deps, actor, email)
    await db.transaction(async (tx) => {
      const link = createInvitationLink(deps)
      if ((await renewInvitedMember(tx, member.id, link)) === 0) throw new AppError('invite_closed')
      await mailInvitation(tx, { ...link, email, invitedBy: actor.userId, group }, deps)
      await recordAudit(tx, auditContextOf(context), {
        action: 'sharing_invitation_resent',
        companyId: group.company_id,
        after: { id: group.id, memberId: member.id },
      })
    })
    return viewGroup(context, group.id)
  }),

  route(energySharingEndpoints.removeMember, async (context) => {
    const { db, deps, actor, params } = context
    const group = await getGroup(context, params.sharingGroupId)
    const ids = { groupId: group.id, memberId: params.memberId }
    const audit = auditContextOf(context)
    await db.transaction(async (tx) => {
      await touchGroup(tx, group.id, audit.at)
      const member = await findSeenMember(tx, actor, ids)
      if (!member) throw new AppError('not_found')
      if (!member.is_organiser && !member.can_leave) throw new AppError('not_allowed')
      const isTakenBack = member.state === 'invited'
      const ended = isTakenBack
        ? await deleteMember(tx, member.id)
        : await endMember(tx, member.id, localDay(deps.clock.now()), audit.at)
      if (ended === 0) throw new AppError('not_found')
      await recordAudit(tx, audit, {
        action: isTakenBack
          ? 'sharing_invitation_revoked'
          : member.is_organiser
            ? 'sharing_member_removed'
            : 'sharing_member_left',
        companyId: group.company_id,
        locationId: member.location_id,
        before: { id: group.id, memberId: member.id, ...contentOf(member) },
      })
    })
  }),
]

const contentOf = (row: MemberRow): MemberContent => ({
  name: row.name,
  role: row.role,
  sharedShare: row.shared_share,
  validFrom: row.valid_from,
})

/** More than somebody else agreed to, another group on the new days, or a role that yearly netting forbids. */
async function refuseConflict(
  tx: Queryable,
  actor: Actor,
  member: MemberRow,
  content: MemberContent,
  today: string,
): Promise<void> {
  const subject = subjectOf(member)
  if (!subject) return
  if (isWider(contentOf(member), content) && !(await isOwnPlace(tx, actor, subject)))
    throw new AppError('sharing_agreed')
  const { validFrom } = content
  if (await isInAnotherGroup(tx, subject, { validFrom, exceptId: member.id }))
    throw new AppError('in_another_group')
  const [place] = await findPlaceFacts(tx, [member.id], today)
  if (isReceiving(content) && nettingOf(content, place) === 'yearly')
    throw new AppError('yearly_netting_receives')
}

/** Gives more, takes another part or counts from an earlier day: the invitation said what would be, and from when. */
const isWider = (agreed: MemberContent, wanted: MemberContent): boolean =>
  wanted.role !== agreed.role ||
  wanted.validFrom < agreed.validFrom ||
  compareExact(parseExact(wanted.sharedShare), parseExact(agreed.sharedShare)) > 0
