import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/**
 * External services differ by country: that of a location the person sees, else the one they named. Throws
 * `country_required` if there is neither.
 */
export async function requireCountry(
  db: Queryable,
  { userId, locations }: Pick<Actor, 'userId' | 'locations'>,
): Promise<void> {
  if (locations.some(({ view }) => view)) return
  const named = await db.row(
    sql`select 1 as found from app_user where id = ${userId} and country_code is not null`,
  )
  if (!named) throw new AppError('country_required', { fields: { country_code: 'required' } })
}
