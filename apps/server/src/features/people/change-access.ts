import { type LocationFlags, mayChangeFlags } from '@ohmstead/domain/access/manage-user'
import { type Actor, decide } from '@ohmstead/domain/access/permission'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { leavePlanCopies } from '../rate-plans/leave-plan-copies.ts'
import {
  deleteLocationFlags,
  findLocationName,
  findLocationPeople,
  type LocationPersonRow,
  revokeInvitationsBeyondRights,
  revokeInvitationsBy,
  setLocationFlags,
} from './location-people-queries.ts'
import { findPerson, lockPerson, peopleScopeOf } from './people-queries.ts'

export const noAccess: LocationFlags = { view: false, edit: false, control: false, manageUsers: false }

/** What the actor may do here, by the one permission rule. */
export async function getOwnFlags(db: Queryable, actor: Actor, locationId: number): Promise<LocationFlags> {
  const location = await findLocationName(db, locationId)
  if (!location) throw new AppError('not_found')
  const resource = { kind: 'location' as const, companyId: location.company_id, locationId }
  const may = (action: keyof LocationFlags) => decide(actor, `location.${action}`, resource) === 'allowed'
  return { view: may('view'), edit: may('edit'), control: may('control'), manageUsers: may('manageUsers') }
}

/** Nobody changes their own access or the owner's. */
export const mayChangeAccess = (
  actor: Actor,
  own: LocationFlags,
  person: Pick<LocationPersonRow, 'id' | 'is_owner' | 'permissions'>,
  after: LocationFlags,
) => !person.is_owner && person.id !== actor.userId && mayChangeFlags(own, person.permissions, after)

interface Grant {
  locationId: number
  userId: number
  flags: LocationFlags
}

/** Sets somebody's rights at a location. */
export async function grantAccess(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  { locationId, userId, flags }: Grant,
): Promise<void> {
  await lockPerson(tx, userId)
  const own = await getOwnFlags(tx, actor, locationId)
  const known = (await findLocationPeople(tx, locationId)).find((person) => person.id === userId)
  if (!known && !(await mayGrantAnew(tx, actor, locationId, userId))) throw new AppError('not_found')
  const person = known ?? { id: userId, is_owner: false, permissions: noAccess }
  if (!mayChangeAccess(actor, own, person, flags)) throw new AppError('not_allowed')
  await setLocationFlags(tx, locationId, userId, flags)
  await revokeInvitationsBeyondRights(tx, userId)
  await recordAudit(tx, audit, {
    action: 'location_access_changed',
    userId,
    locationId,
    before: known?.permissions ?? null,
    after: flags,
  })
  await leavePlanCopies(tx, audit, { userId, locationId })
  await notifyLive(tx, { t: 'access', user: userId })
}

/** Without an invitation only by people who run the company, and only for confirmed people whom they already see. */
async function mayGrantAnew(
  tx: Queryable,
  actor: Actor,
  locationId: number,
  userId: number,
): Promise<boolean> {
  const location = await findLocationName(tx, locationId)
  const company = { kind: 'company' as const, companyId: location!.company_id, ownLocationIds: [] }
  if (decide(actor, 'company.edit', company) !== 'allowed') return false
  const person = await findPerson(tx, peopleScopeOf(actor), userId)
  if (person?.email_verified_at === null) throw new AppError('not_allowed')
  return person !== undefined
}

/** Ends somebody's access, with the invitations they have sent, and notifies them. */
export async function removeAccess(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  { locationId, userId }: { locationId: number; userId: number },
  deps: Deps,
): Promise<void> {
  const own = await getOwnFlags(tx, actor, locationId)
  const person = (await findLocationPeople(tx, locationId)).find((candidate) => candidate.id === userId)
  if (!person) throw new AppError('not_found')
  if (!mayChangeAccess(actor, own, person, noAccess)) throw new AppError('not_allowed')
  await deleteLocationFlags(tx, locationId, userId)
  await revokeInvitationsBy(tx, locationId, userId)
  const location = await findLocationName(tx, locationId)
  const values = { name: person.first_name, location: location!.name }
  await queueMail(
    tx,
    {
      kind: 'location_access_removed',
      to: person.email,
      locale: person.locale,
      values,
      names: { locationId },
    },
    deps,
  )
  await recordAudit(tx, audit, {
    action: 'location_access_removed',
    userId,
    locationId,
    before: person.permissions,
  })
  await leavePlanCopies(tx, audit, { userId, locationId })
  await notifyLive(tx, { t: 'access', user: userId })
}
