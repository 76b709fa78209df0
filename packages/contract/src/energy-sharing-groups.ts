import { z } from 'zod'
import {
  datedKey,
  memberNetting,
  memberRole,
  memberState,
  organiserTerms,
  sharePrice,
  sharingKeyKind,
  sharingScheme,
  sharingSubject,
} from './energy-sharing-terms.ts'

// Sharing groups and members as the caller may see them. A member sees its own rows only; what is of others is null.

const sharingMember = z.object({
  id: z.number(),
  name: z.string(),
  /** The address that was invited; null once it has been answered, and for other members. */
  email: z.string().nullable(),
  /** Null until a place has been chosen, and after it was deleted. */
  subject: sharingSubject.nullable(),
  /** The name of the place, for the organiser and the member itself. */
  subjectName: z.string().nullable(),
  role: memberRole,
  /** Of what it feeds in, 0 to 1. */
  sharedShare: z.string(),
  validFrom: z.string(),
  /** The last day, inclusive; null until further notice. */
  validTo: z.string().nullable(),
  state: memberState,
  netting: memberNetting,
  /** Whoever calls may view the place of this member. */
  isOwn: z.boolean(),
  /** Whoever calls may end the membership. */
  canLeave: z.boolean(),
  /** When the invitation expires; null if it was answered. */
  invitationExpiresAt: z.number().nullable(),
  /** What became of the newest mail with its link; null once the invitation was answered. */
  delivery: z.enum(['queued', 'delayed', 'sent', 'failed']).nullable(),
  /** First and last day with official readings; null without any. */
  readingsFrom: z.string().nullable(),
  readingsTo: z.string().nullable(),
  /** Whether a price list is assigned to its place today. */
  isPriced: z.boolean(),
  supplier: z.string().nullable(),
})
sharingMember.register(z.globalRegistry, { id: 'SharingMember' })
export type SharingMemberView = z.output<typeof sharingMember>

/** What keeps a group from being settled, or what is to be known of it. */
const sharingProblem = z.object({
  kind: z.enum([
    'noSender',
    'noReceiver',
    'noKey',
    'sharesDoNotSum',
    'shareOfNoReceiver',
    'yearlyNettingReceives',
    'producerInSharing',
    'caseMissing',
    'mayOnlyReceive',
    'otherSupplier',
    'noPrices',
    'noReadings',
  ]),
  /** The member it is about; null for the group. */
  memberId: z.number().nullable(),
  /** Whether settling is refused until it is solved. */
  isBlocking: z.boolean(),
})
sharingProblem.register(z.globalRegistry, { id: 'SharingProblem' })
export type SharingProblemView = z.output<typeof sharingProblem>

const groupFacts = {
  id: z.number(),
  name: z.string(),
  scheme: sharingScheme,
  companyId: z.number().nullable(),
  countryCode: z.string(),
  organiser: organiserTerms,
  priceTerms: sharePrice,
  /** The characteristic connection case of community self-supply, 1 to 10. */
  communityCase: z.number().nullable(),
  validFrom: z.string(),
  version: z.number(),
  /** The caller sees and edits everything of the group. */
  isOrganiser: z.boolean(),
  /** The kind of the key that applies today; null without one. */
  keyKind: sharingKeyKind.nullable(),
  updatedAt: z.number(),
}

const sharingGroup = z.object({
  ...groupFacts,
  /** Active members and open invitations; null for callers who are members only. */
  memberCount: z.number().nullable(),
  invitedCount: z.number().nullable(),
  /** Members of the group that are the caller's own. */
  ownMemberCount: z.number(),
  /** The newest month with statements. */
  lastMonth: z.string().nullable(),
})
sharingGroup.register(z.globalRegistry, { id: 'SharingGroup' })
export type SharingGroupView = z.output<typeof sharingGroup>

const sharingGroupDetail = sharingGroup.extend({
  members: z.array(sharingMember),
  /** The newest first. */
  keys: z.array(datedKey),
  /** Empty for callers who are members only. */
  problems: z.array(sharingProblem),
})
sharingGroupDetail.register(z.globalRegistry, { id: 'SharingGroupDetail' })
export const sharingGroupView = sharingGroup
export const sharingGroupDetailView = sharingGroupDetail
export type SharingGroupDetailView = z.output<typeof sharingGroupDetail>

/** What the invited person is asked to accept, and where they could take part. */
const sharingInvitation = z.object({
  groupName: z.string(),
  scheme: sharingScheme,
  /** Who invites, and the organiser of the terms. */
  inviterName: z.string(),
  organiser: organiserTerms,
  priceTerms: sharePrice,
  keyKind: groupFacts.keyKind,
  role: memberRole,
  sharedShare: z.string(),
  validFrom: z.string(),
  expiresAt: z.number(),
  /** With two members, each can tell the other's figures from its own and the group's. */
  isPair: z.boolean(),
  /** The only one who gives: receivers can work out from their share what that is. */
  isSoleSender: z.boolean(),
  /** Own places that may take part. */
  places: z.array(
    z.object({
      subject: sharingSubject,
      name: z.string(),
      /** Why it cannot be chosen; null if it can. */
      obstacle: z.enum(['in_another_group', 'yearly_netting']).nullable(),
    }),
  ),
})
sharingInvitation.register(z.globalRegistry, { id: 'SharingInvitation' })
export const sharingInvitationView = sharingInvitation
export type SharingInvitationView = z.output<typeof sharingInvitation>
