import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findRunningMemberships, isInAnotherGroup, lockJoining } from './member-queries.ts'

/** Refuses a metering point for a location if both take part: the same energy would be shared twice. */
export async function refuseSharedTwice(tx: Queryable, locationId: number): Promise<void> {
  await lockJoining(tx)
  for (const { id, valid_from } of await findRunningMemberships(tx, locationId)) {
    const days = { validFrom: valid_from, exceptId: id }
    if (await isInAnotherGroup(tx, { kind: 'location', locationId }, days))
      throw new AppError('in_another_group')
  }
}
