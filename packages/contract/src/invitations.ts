import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { locationFlags } from './people.ts'
import { email, id } from './wire.ts'

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() })

const invitation = z.object({
  id: z.number(),
  email: z.string(),
  /** Who accepted; null until somebody has. Whether the address has an account is not revealed before. */
  invited_user: person.nullable(),
  /** Null if that account is gone. */
  invited_by: person.nullable(),
  status: z.enum(['pending', 'confirmed', 'expired', 'revoked']),
  permissions: z.object({
    view: z.boolean(),
    edit: z.boolean(),
    control: z.boolean(),
    manageUsers: z.boolean(),
  }),
  created_at: z.number(),
  confirmed_at: z.number().nullable(),
  expires_at: z.number(),
  /**
   * What became of the newest mail with its link: on its way, failed at the first attempt, accepted by the recipient's mail
   * server, or given up. Null once the invitation is confirmed or revoked, or the mail is forgotten.
   */
  delivery: z.enum(['queued', 'delayed', 'sent', 'failed']).nullable(),
})
invitation.register(z.globalRegistry, { id: 'Invitation' })
export type InvitationView = z.output<typeof invitation>

const locationId = z.object({ locationId: id })
const invitationId = locationId.extend({ invitationId: id })
const answer = z.object({ invitation })

export const invitationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/locations/:locationId/invitations',
    summary: 'Invitations to a location, newest first.',
    permission: 'location.manageUsers',
    params: locationId,
    answer: z.object({ invitations: z.array(invitation) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/locations/:locationId/invitations',
    summary: 'Invites somebody by e-mail; a user with that address who opens the link gets access.',
    permission: 'location.manageUsers',
    params: locationId,
    body: z.object({ email, permissions: locationFlags.prefault({}) }),
    answer,
    errors: ['invite_has_access', 'invite_pending', 'not_allowed', 'too_many_attempts'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/locations/:locationId/invitations/:invitationId/resend',
    summary: 'Mails a new link for a pending or expired invitation; the old link stops to work.',
    permission: 'location.manageUsers',
    params: invitationId,
    answer,
    errors: ['not_found', 'invite_closed', 'invite_has_access', 'invite_pending', 'too_many_attempts'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/invitations/:invitationId',
    summary: 'Takes back an invitation that is not confirmed.',
    permission: 'location.manageUsers',
    params: invitationId,
    errors: ['not_found', 'invite_closed'],
  }),
}

export const securityEndpoints = {
  validateConfirmation: endpoint({
    method: 'POST',
    path: '/security/validate-confirmation',
    summary:
      'Accepts an invitation: single use, and only for who is signed in with the invited, confirmed address.',
    permission: 'signedIn',
    inPerson: true,
    /** `id` is the `confirmationId` of the link. */
    body: z.object({
      id: z.number('required').int().min(1).max(Number.MAX_SAFE_INTEGER),
      action: z.string().max(100),
    }),
    answer: z.object({ location: z.object({ id: z.number(), name: z.string() }) }),
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
