import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { countDevices } from './abstract-device-queries.ts'

/** An aggregator with hundreds of customers stays far below. */
export const mostPoints = 2000

/** After one was added in the same transaction. Throws if somebody has more than anybody needs. */
export async function refuseTooManyPoints(tx: Queryable, userId: number): Promise<void> {
  if ((await countDevices(tx, userId)) > mostPoints) throw new AppError('too_many_points')
}
