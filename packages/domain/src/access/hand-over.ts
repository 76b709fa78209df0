import { type Actor, decide } from './permission.ts'

/**
 * Whom an actor may make the owner of a location: whoever runs its company anybody of it, or nobody; the owner
 * somebody who has access already, so that a home is not pushed onto a stranger; others no one.
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
