import { decideUserActions, type UserActions } from '@ohmstead/domain/access/manage-user'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Role } from '@ohmstead/domain/access/role'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { endDoubtfulSessions } from '../account/second-factor/end-doubtful-sessions.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { mailVerification } from '../auth/registration/mail-verification.ts'
import { leavePlanCopies } from '../rate-plans/leave-plan-copies.ts'
import { revokeInvitationsBeyondRights } from './location-people-queries.ts'
import { findPerson, lockPerson, type PersonRow, peopleScopeOf, toManagedUser } from './people-queries.ts'
import {
  findCompanyController,
  findCompanyIds,
  findHomeCompanyId,
  lockSuperAdmins,
  replaceRole,
  setDisabled,
  updateControllerOwner,
  updateHomeCompany,
} from './person-change-queries.ts'

// Each function runs inside a transaction, checks the rule, changes, and records the change.

/** Somebody's role; never one's own, and never a role that the actor may not change. */
export async function assignRole(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  userId: number,
  { role, companyIds }: { role: Role; companyIds: readonly number[] },
): Promise<void> {
  const superAdmins = await lockSuperAdmins(tx)
  if (activeRole(actor) === 'ROLE_SUPER_ADMIN' && !superAdmins.includes(actor.userId))
    throw new AppError('not_allowed')
  const { person, actions } = await getManaged(tx, actor, userId)
  if (!actions.assignRoles.includes(role)) throw new AppError('not_allowed')
  const runs = role === 'ROLE_AGGREGATOR' ? await findCompanyIds(tx, companyIds) : []
  if (role === 'ROLE_AGGREGATOR' && runs.length === 0)
    throw new AppError('invalid_request', { fields: { companyIds: 'required' } })
  await replaceRole(tx, userId, role, runs)
  await endDoubtfulSessions(tx, { userId, exceptToken: null })
  await revokeInvitationsBeyondRights(tx, userId)
  await recordAudit(tx, audit, {
    action: 'role_changed',
    userId,
    companyId: companyOf(person),
    before: { role: person.role, companyIds: person.runs_company_ids },
    after: { role, companyIds: runs },
  })
  await leavePlanCopies(tx, audit, { userId })
  await notifyLive(tx, { t: 'access', user: userId })
}

export async function changeCompany(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  userId: number,
  companyId: number | null,
): Promise<void> {
  const { person, actions } = await getManaged(tx, actor, userId)
  if (!actions.changeCompany) throw new AppError('not_allowed')
  if (companyId !== null && (await findCompanyIds(tx, [companyId])).length === 0)
    throw new AppError('not_found')
  await updateHomeCompany(tx, userId, companyId)
  const before = person.company?.id ?? null
  await recordAudit(tx, audit, {
    action: 'user_company_changed',
    userId,
    companyId: companyId ?? before,
    before: { companyId: before },
    after: { companyId },
  })
}

/**
 * Nobody vouches for another's address: its owner confirms it, through the link mailed here. A company's customer
 * stays one.
 */
export async function mailPersonVerification(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  userId: number,
  deps: Pick<PlatformDeps, 'clock' | 'settings'>,
): Promise<void> {
  const { person, actions } = await getManaged(tx, actor, userId)
  if (!actions.verify) throw new AppError('not_allowed')
  if (person.email_verified_at !== null) return
  const { email, locale, first_name: firstName, last_name: lastName } = person
  const companyId = await findHomeCompanyId(tx, userId)
  const registration = { firstName, lastName, locale, companyId }
  await mailVerification(tx, { userId, email, locale, registration }, deps)
  await recordAudit(tx, audit, { action: 'verification_sent', userId, companyId: companyOf(person) })
}

export async function disablePerson(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  userId: number,
  isDisabled: boolean,
): Promise<void> {
  const { person, actions } = await getManaged(tx, actor, userId)
  if (!actions.disable) throw new AppError('not_allowed')
  if (!(await setDisabled(tx, userId, isDisabled, audit.at))) return
  const action = isDisabled ? 'user_disabled' : 'user_enabled'
  await recordAudit(tx, audit, { action, userId, companyId: companyOf(person) })
  await notifyLive(tx, { t: 'access', user: userId })
}

/** The new holder must belong to the company; null returns the controller to the owner of its location. */
export async function setControllerOwner(
  tx: Queryable,
  audit: AuditContext,
  { companyId, controllerId, userId }: { companyId: number; controllerId: number; userId: number | null },
): Promise<{ id: number; first_name: string; last_name: string } | null> {
  const controller = await findCompanyController(tx, companyId, controllerId)
  const owner = userId === null ? null : await findPerson(tx, [companyId], userId)
  if (!controller || owner === undefined) throw new AppError('not_found')
  if (owner?.email_verified_at === null) throw new AppError('not_allowed')
  await updateControllerOwner(tx, controllerId, userId)
  await recordAudit(tx, audit, {
    action: 'controller_owner_changed',
    userId,
    controllerId,
    locationId: controller.location_id,
    before: { ownerId: controller.owner_id },
    after: { ownerId: userId },
  })
  return owner && { id: owner.id, first_name: owner.first_name, last_name: owner.last_name }
}

/** A person as far as the actor sees them, locked, and what the actor may do with them. */
async function getManaged(
  tx: Queryable,
  actor: Actor,
  userId: number,
): Promise<{ person: PersonRow; actions: UserActions }> {
  await lockPerson(tx, userId)
  const person = await findPerson(tx, peopleScopeOf(actor), userId)
  if (!person) throw new AppError('not_found')
  return { person, actions: decideUserActions(actor, toManagedUser(person)) }
}

/** The company whose aggregators read about it. */
const companyOf = (person: PersonRow): number | null =>
  person.home_company_id ?? person.runs_company_ids[0] ?? null
