import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { createToken, hashToken } from '../../platform/random-token.ts'
import { findInviter, findLocaleOf } from '../invitations/invitation-queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { GroupRow } from './group-queries.ts'

const validDays = 14

export interface InvitationLink {
  url: string
  tokenHash: Buffer
  expiresAt: number
}

/** Only the hash of its token is stored. */
export function createInvitationLink({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): InvitationLink {
  const token = createToken()
  return {
    url: `${settings.publicUrl}/sharing/invitations/${token}`,
    tokenHash: hashToken(token),
    expiresAt: clock.now() + validDays * 86_400_000,
  }
}

/** In the language of the invited person if they have an account, else in the inviter's. */
export async function mailInvitation(
  tx: Queryable,
  {
    email,
    invitedBy,
    group,
    url,
    expiresAt,
  }: InvitationLink & { email: string; invitedBy: number; group: Pick<GroupRow, 'name' | 'company_id'> },
  deps: Pick<Deps, 'clock' | 'settings'>,
): Promise<void> {
  const inviter = (await findInviter(tx, invitedBy))!
  const name = `${inviter.first_name} ${inviter.last_name}`.trim() || inviter.email
  const locale = (await findLocaleOf(tx, email)) ?? inviter.locale
  await queueMail(
    tx,
    {
      kind: 'sharing_invitation',
      to: email,
      locale,
      values: { inviter: name, group: group.name, url, days: validDays },
      secretUntil: expiresAt,
      companyId: group.company_id,
      names: { userId: invitedBy },
    },
    deps,
  )
}
