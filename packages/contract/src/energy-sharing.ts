import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sharingGroupDetailView, sharingGroupView, sharingInvitationView } from './energy-sharing-groups.ts'
import {
  memberRole,
  organiserTerms,
  sharePrice,
  sharingScheme,
  sharingSubject,
  writtenKey,
} from './energy-sharing-terms.ts'
import { decimalText } from './price-terms.ts'
import { bodyId, bodyVersion, email, id, line, localDay } from './wire.ts'

const groupId = z.object({ sharingGroupId: id })
const memberId = groupId.extend({ memberId: id })
const group = z.object({ group: sharingGroupDetailView })
/** From the link of an invitation. It is in the body, since addresses are logged. */
const token = z.string('required').min(20, 'regex').max(200, 'max')

const writtenGroup = z.object({
  name: line(120),
  organiser: organiserTerms,
  priceTerms: sharePrice,
  communityCase: z.number().int().min(1, 'min_value').max(10, 'max_value').nullable(),
  validFrom: localDay,
})
writtenGroup.register(z.globalRegistry, { id: 'WrittenSharingGroup' })

const writtenMember = z.object({
  name: line(120),
  role: memberRole,
  /** Of what it feeds in, 0 to 1; of a producer 1, of a receiver 0. */
  sharedShare: decimalText,
  validFrom: localDay,
})

/** Prices a metering point that no location is joined with: one of one’s own price lists. */
const pricedBy = { priceListId: bodyId.nullable().default(null) }

export const energySharingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/sharing-groups',
    summary: 'Sharing groups that one organises or is a member of.',
    permission: 'signedIn',
    answer: z.object({ groups: z.array(sharingGroupView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/sharing-groups',
    summary: 'Creates a sharing group, one’s own or of a company that one runs.',
    permission: 'role.basic',
    body: writtenGroup.extend({ scheme: sharingScheme, companyId: bodyId.nullable().default(null) }),
    answer: group,
    errors: ['not_found', 'too_many_groups'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId',
    summary: 'A sharing group; a member sees its own part only.',
    permission: 'signedIn',
    params: groupId,
    answer: group,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/sharing-groups/:sharingGroupId',
    summary: 'Changes a sharing group. `version` is the one it was read with.',
    permission: 'role.basic',
    params: groupId,
    body: writtenGroup.extend({ version: bodyVersion }),
    answer: group,
    errors: ['not_found', 'edited_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sharing-groups/:sharingGroupId',
    summary: 'Deletes a sharing group that has issued no statement.',
    permission: 'role.basic',
    params: groupId,
    errors: ['not_found', 'sharing_settled'],
  }),
  addMember: endpoint({
    method: 'POST',
    path: '/sharing-groups/:sharingGroupId/members',
    summary: 'Adds a place of one’s own at once, or invites somebody by e-mail.',
    permission: 'role.basic',
    params: groupId,
    body: writtenMember.extend({
      subject: sharingSubject.nullable().default(null),
      ...pricedBy,
      email: email.nullable().default(null),
    }),
    answer: group,
    errors: [
      'not_found',
      'in_another_group',
      'yearly_netting_receives',
      'invite_pending',
      'too_many_members',
      'too_many_attempts',
    ],
  }),
  updateMember: endpoint({
    method: 'PUT',
    path: '/sharing-groups/:sharingGroupId/members/:memberId',
    summary: 'Changes a member: its name, role, share and first day.',
    permission: 'role.basic',
    params: memberId,
    body: writtenMember,
    answer: group,
    errors: ['not_found', 'not_allowed', 'in_another_group', 'yearly_netting_receives', 'sharing_agreed'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/sharing-groups/:sharingGroupId/members/:memberId/resend',
    summary: 'Mails a new link for an open invitation; the old link stops to work.',
    permission: 'role.basic',
    params: memberId,
    answer: group,
    errors: ['not_found', 'invite_closed', 'too_many_attempts'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/sharing-groups/:sharingGroupId/members/:memberId',
    summary:
      'Ends a membership today, as its organiser or as the member itself; issued statements stay. An open invitation is taken back.',
    permission: 'signedIn',
    params: memberId,
    errors: ['not_found', 'not_allowed'],
  }),
  setKey: endpoint({
    method: 'PUT',
    path: '/sharing-groups/:sharingGroupId/key',
    summary: 'Sets the key that applies from a day on; earlier ones stay.',
    permission: 'role.basic',
    params: groupId,
    body: z.object({ validFrom: localDay, key: writtenKey }),
    answer: group,
    errors: ['not_found', 'too_many_keys'],
  }),
  readInvitation: endpoint({
    method: 'POST',
    path: '/sharing-invitations/read',
    summary: 'What an invitation to a sharing group is about, for who is signed in with the invited address.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object({ token }),
    answer: z.object({ invitation: sharingInvitationView }),
    errors: [
      'token_missing',
      'token_used',
      'token_expired',
      'invite_other_address',
      'email_not_verified',
      'too_many_attempts',
    ],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/sharing-invitations/accept',
    summary: 'Joins a sharing group with one of one’s own locations or metering points: single use.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object({ token, subject: sharingSubject, ...pricedBy }),
    answer: group,
    errors: [
      'not_found',
      'token_missing',
      'token_used',
      'token_expired',
      'invite_other_address',
      'email_not_verified',
      'in_another_group',
      'yearly_netting_receives',
      'too_many_attempts',
    ],
  }),
  declineInvitation: endpoint({
    method: 'POST',
    path: '/sharing-invitations/decline',
    summary: 'Declines an invitation to a sharing group.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object({ token }),
    errors: [
      'token_missing',
      'token_used',
      'token_expired',
      'invite_other_address',
      'email_not_verified',
      'too_many_attempts',
    ],
  }),
}
