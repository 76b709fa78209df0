import { type Actor, decide } from './permission.ts'

/**
 * Whom an actor may make the owner of a location. Whoever runs its company may choose anybody in it, or nobody; the
 * owner may choose somebody who already has access, so that no stranger is handed a home; everybody else, no one.
 */
export type HandOver = 'company' | 'shared' | null

export function decideHandOver(
  actor: Actor,
  location: { companyId: number; ownerId: number | null },
): HandOver {
  const company = { kind: 'company' as const, companyId: location.companyId, ownLocationIds: [] }
  if (decide(actor, 'company.edit', company) === 'allowed') return 'company'
  return location.ownerId === actor.userId ? 'shared' : null
}
