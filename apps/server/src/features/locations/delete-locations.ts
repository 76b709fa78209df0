import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { removeController } from '../controllers/issue-controller.ts'
import { deleteTelemetry } from '../telemetry/delete-telemetry.ts'
import { deleteLocation, findControllersOf, findDueLocations } from './location-deletion-queries.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'settings' | 'link' | 'jobs'>

/** Each location is a separate job; one left half-done by a dead process is found again by its date. */
export async function deleteDueLocations(deps: Needed): Promise<void> {
  for (const locationId of await findDueLocations(deps.db, deps.clock.now())) {
    const job = await deps.jobs.run(
      { kind: 'location_deletion', detail: { location_id: locationId } },
      async () => {
        const audit: AuditContext = { actor: null, address: null, at: deps.clock.now() }
        await deleteLocationForGood(deps, audit, { locationId })
      },
    )
    await job.finished
  }
}

/** Controllers first, so that nothing more arrives, then the location with all its measurements. */
export async function deleteLocationForGood(
  deps: Omit<Needed, 'jobs'>,
  audit: AuditContext,
  { locationId, userId = null }: { locationId: number; userId?: number | null },
): Promise<void> {
  const { db } = deps
  const controllers = await findControllersOf(db, locationId)
  for (const { id: controllerId, is_revoked: isRevoked } of controllers)
    if (!isRevoked) await removeController(deps, audit, { locationId, controllerId }).catch(ignoreMissing)
  await db.transaction(async (tx) => {
    await recordAudit(tx, audit, { action: 'location_deleted', userId, locationId })
    const ids = controllers.map(({ id }) => id)
    if ((await deleteLocation(tx, locationId, ids)) === 0) throw new AppError('not_found')
  })
  await deleteTelemetry(db, locationId)
}

/** Another process may have started on the same location. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}
