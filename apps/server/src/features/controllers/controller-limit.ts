import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { countControllers, lockControllersOf } from './controller-queries.ts'

/** A farm with one in each building stays far below. */
export const mostAtLocation = 50
/** Also somebody who looks after the homes of a whole family; people who run companies have no limit. */
export const mostOfPerson = 200

interface Wanted {
  userId: number
  locationId: number
}

/** Throws if a location, or the person who adds controllers, has more than anybody needs. */
export async function refuseTooManyControllers(db: Queryable, wanted: Wanted): Promise<void> {
  const { at_location, of_person } = await countControllers(db, wanted)
  if (at_location >= mostAtLocation || of_person >= mostOfPerson) throw new AppError('too_many_controllers')
}

/** Strictly: a person adds no other at the same moment. Several people may exceed a location's limit by a few. */
export async function claimController(tx: Queryable, wanted: Wanted): Promise<void> {
  await lockControllersOf(tx, wanted.userId)
  await refuseTooManyControllers(tx, wanted)
}
