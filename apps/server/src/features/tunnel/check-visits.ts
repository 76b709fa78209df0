import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { isVisitAllowed } from './check-visit.ts'
import type { InFlight } from './in-flight.ts'

const restMs = 15_000

/**
 * Cuts what is under way for people who may not have it any more: those of one person at once, since something of theirs
 * has changed, and otherwise those that have lasted a while.
 */
export async function checkVisits(
  deps: Pick<PlatformDeps, 'db' | 'clock'>,
  inFlight: InFlight,
  userId: number | null,
): Promise<void> {
  const now = deps.clock.now()
  const asked = [...inFlight.all()].filter((flight) =>
    userId === null ? now - flight.since >= restMs : flight.userId === userId,
  )
  for (const visitId of new Set(asked.map((flight) => flight.visitId)))
    if (!(await isVisitAllowed(deps, visitId))) inFlight.cutVisit(visitId)
}
