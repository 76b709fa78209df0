import { decideHandOver } from '@ohmstead/domain/access/hand-over'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { leavePlanCopies } from '../rate-plans/leave-plan-copies.ts'
import {
  deleteLocationFlags,
  findLocationPeople,
  type LocationPersonRow,
  lockOwnedLocation,
  releaseControllers,
  revokeInvitationsBy,
  setLocationFlags,
  updateOwner,
} from './location-people-queries.ts'
import { findPerson, lockPerson, type PersonRow } from './people-queries.ts'

const everything = { view: true, edit: true, control: true, manageUsers: true }

interface HandOverRequest {
  locationId: number
  userId: number | null
  keepAccess: boolean
}

/** Sets another owner of a location; both are notified by mail. What the old one keeps is part of the request. */
export async function handOverLocation(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  { locationId, userId, keepAccess }: HandOverRequest,
  deps: Deps,
): Promise<{ id: number; first_name: string; last_name: string } | null> {
  if (userId !== null) await lockPerson(tx, userId)
  const location = await lockOwnedLocation(tx, locationId)
  if (!location) throw new AppError('not_found')
  const { company_id: companyId, owner_id: ownerId, name } = location
  const reach = decideHandOver(actor, { companyId, ownerId })
  if (reach === null || (userId === null && reach !== 'company')) throw new AppError('not_allowed')
  const people = await findLocationPeople(tx, locationId)
  const next = userId === null ? null : await findNext(tx, { companyId, userId, reach, people })
  const owner = next && { id: next.id, first_name: next.first_name, last_name: next.last_name }
  if (userId === ownerId) return owner
  const previous = people.find((person) => person.id === ownerId)

  await updateOwner(tx, locationId, userId)
  if (userId !== null) await deleteLocationFlags(tx, locationId, userId)
  if (ownerId !== null) {
    if (keepAccess) await setLocationFlags(tx, locationId, ownerId, everything)
    else await revokeInvitationsBy(tx, locationId, ownerId)
    await releaseControllers(tx, locationId, ownerId)
  }
  await recordAudit(tx, audit, {
    action: 'location_owner_changed',
    userId: userId ?? ownerId,
    locationId,
    before: { ownerId },
    after: { ownerId: userId, keepAccess },
  })
  if (ownerId !== null) await leavePlanCopies(tx, audit, { userId: ownerId, locationId })
  if (next) {
    const url = `${deps.settings.publicUrl}/locations/${locationId}`
    const values = { name: next.first_name, location: name, url }
    const mail = { kind: 'location_owner_given', to: next.email, locale: next.locale, values } as const
    await queueMail(tx, { ...mail, names: { locationId } }, deps)
  }
  if (previous) {
    const values = { name: previous.first_name, location: name, keeps: keepAccess ? 'yes' : 'no' } as const
    const mail = {
      kind: 'location_owner_taken',
      to: previous.email,
      locale: previous.locale,
      values,
    } as const
    await queueMail(tx, { ...mail, names: { locationId } }, deps)
  }
  for (const user of [userId, ownerId]) if (user !== null) await notifyLive(tx, { t: 'access', user })
  return owner
}

/** Only somebody who can sign in, so that a home does not end up with nobody. */
async function findNext(
  tx: Queryable,
  {
    companyId,
    userId,
    reach,
    people,
  }: { companyId: number; userId: number; reach: 'company' | 'shared'; people: LocationPersonRow[] },
): Promise<PersonRow> {
  const isShared = people.some((person) => person.id === userId)
  const person = await findPerson(tx, isShared ? null : [companyId], userId)
  if (!person || (reach === 'shared' && !isShared)) throw new AppError('not_found')
  const canSignIn = person.email_verified_at !== null && person.disabled_at === null
  if (!canSignIn || person.deletion_due_at !== null) throw new AppError('not_allowed')
  return person
}

/** Ends one's own access. The owner must hand over first; people who see it only through their role have nothing to give up. */
export async function leaveLocation(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  locationId: number,
): Promise<void> {
  const own = (await findLocationPeople(tx, locationId)).find((person) => person.id === actor.userId)
  if (own?.is_owner) throw new AppError('owner_stays')
  if (!own) throw new AppError('conflict')
  await deleteLocationFlags(tx, locationId, actor.userId)
  await revokeInvitationsBy(tx, locationId, actor.userId)
  await releaseControllers(tx, locationId, actor.userId)
  await recordAudit(tx, audit, {
    action: 'location_left',
    userId: actor.userId,
    locationId,
    before: own.permissions,
  })
  await leavePlanCopies(tx, audit, { userId: actor.userId, locationId })
  await notifyLive(tx, { t: 'access', user: actor.userId })
}
