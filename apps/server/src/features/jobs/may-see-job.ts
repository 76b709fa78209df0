import { type Actor, activeRole } from '@ohmstead/domain/access/permission'

/** The owner of a job; a `location` beyond the actor's own entries counts if it is among the given visible ones. */
export interface JobScope {
  company: number | null
  location: number | null
  user: number | null
}

/** A job is visible to whoever started it, to people who see its location or run its company, and to super admins. */
export function maySeeJob(
  actor: Actor,
  job: JobScope,
  visibleLocationIds: ReadonlySet<number> = new Set(),
): boolean {
  const role = activeRole(actor)
  if (role === 'ROLE_SUPER_ADMIN' || job.user === actor.userId) return true
  if (job.location !== null) {
    if (visibleLocationIds.has(job.location)) return true
    if (actor.locations.some((entry) => entry.view && entry.id === job.location)) return true
  }
  return role === 'ROLE_AGGREGATOR' && job.company !== null && actor.companyIds.includes(job.company)
}
