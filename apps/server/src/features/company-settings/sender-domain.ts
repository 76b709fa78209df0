import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { senderAddress } from '../../platform/mail/create-smtp-sender.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { findSenderDomainHolders } from './company-settings-queries.ts'

const domainOf = (email: string) => email.split('@')[1]!.toLowerCase()

/**
 * Whether a company may send from this address. The records of a domain authorise this server, not one of its
 * companies: so a domain belongs to the company that proved it first, and the platform's own to the super
 * admins. People who run both companies may use it for both.
 */
export async function maySendFrom(
  db: Queryable,
  { settings }: Pick<PlatformDeps, 'settings'>,
  actor: Actor,
  { companyId, senderEmail }: { companyId: number; senderEmail: string },
): Promise<boolean> {
  if (activeRole(actor) === 'ROLE_SUPER_ADMIN') return true
  const domain = domainOf(senderEmail)
  if ([domainOf(senderAddress(settings)), settings.dkim?.domain.toLowerCase()].includes(domain)) return false
  const holders = await findSenderDomainHolders(db, domain, companyId)
  return holders.every((id) => actor.companyIds.includes(id))
}
