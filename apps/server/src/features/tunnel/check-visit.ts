import { mayOpenTunnel } from '@ohmstead/domain/access/may-open-tunnel'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { hashToken } from '../../platform/random-token.ts'
import { findSessionActor } from '../auth/session.ts'
import { findVisit, findVisitById, type Visit } from './visit-queries.ts'

/** Why a browser may not pass: it has no ticket or its person has signed out, lost the right, or the tunnel has ended. */
export type Refusal = 'unknown' | 'not_allowed' | 'ended'

export type CheckedVisit = { visit: Visit } | { refusal: Refusal; visit: Visit | null }

type Needed = Pick<PlatformDeps, 'db' | 'clock'>

/** Asked at every request: session, role and tunnel may have changed since the last one. */
export async function checkVisit(deps: Needed, hostName: string, cookie: string): Promise<CheckedVisit> {
  const visit = await findVisit(deps.db.at('page'), { hostName, cookieHash: hashToken(cookie) })
  if (!visit) return { refusal: 'unknown', visit: null }
  const refusal = await findRefusal(deps, visit)
  return refusal ? { refusal, visit } : { visit }
}

/** The same for what has been under way for a while. */
export async function isVisitAllowed(deps: Needed, visitId: number): Promise<boolean> {
  const visit = await findVisitById(deps.db.at('page'), visitId)
  return visit !== undefined && (await findRefusal(deps, visit)) === null
}

async function findRefusal({ db, clock }: Needed, visit: Visit): Promise<Refusal | null> {
  const now = clock.now()
  if (visit.closed_at !== null || visit.expires_at <= now) return 'ended'
  const actor = await findSessionActor(db.at('page'), visit.session_id, now)
  const isSamePerson = actor?.userId === visit.user_id && actor.impersonatorId === undefined
  if (!actor || !isSamePerson || (actor.secondFactorDue ?? Number.POSITIVE_INFINITY) <= now) return 'unknown'
  const { company_id: companyId, location_id: locationId, is_location_deleted: isBeingDeleted } = visit
  const resource = { kind: 'location' as const, companyId, locationId, isBeingDeleted }
  return mayOpenTunnel(actor, resource) ? null : 'not_allowed'
}
