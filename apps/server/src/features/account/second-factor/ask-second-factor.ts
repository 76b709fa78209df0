import { activeRole } from '@ohmstead/domain/access/permission'
import type { Role } from '@ohmstead/domain/access/role'
import { findSecondFactorDue, type SecondFactorRule } from '@ohmstead/domain/access/second-factor-duty'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { beginSignInStep, type SignInSteps } from '../../auth/sign-in-step.ts'
import { listPasskeys } from '../passkeys/passkey-queries.ts'
import { findTotp } from './second-factor-queries.ts'

/**
 * Users with an authenticator app must enter its code: `second_factor_required`, and a step begins. Users whose only
 * second factor is a passkey must use it: a password or a provider alone would bypass it.
 */
export async function askSecondFactor(
  deps: Deps,
  { reply }: { reply: FastifyReply },
  { userId, ...detail }: { userId: number } & SignInSteps['second-factor'],
): Promise<void> {
  if (!(await findTotp(deps.db, userId)) && !(await needsPasskey(deps.db, userId))) return
  await beginSignInStep(deps, { reply }, 'second-factor', { userId, detail })
  throw new AppError('second_factor_required')
}

async function needsPasskey(db: Queryable, userId: number): Promise<boolean> {
  const row = await db.row<{ roles: Role[]; opened_at: number; rule: SecondFactorRule | null }>(sql`
    select (select coalesce(json_agg(role order by position), '[]') from user_role where user_id = u.id) as roles,
      created_at as opened_at, (select value from setting where key = 'second_factor') as rule
    from app_user u where id = ${userId}`)
  if (!row?.rule) return false
  const role = activeRole({ userId, roles: row.roles, companyIds: [], locations: [] })
  const mustAsk =
    findSecondFactorDue(row.rule, { role, hasSecondFactor: false, openedAt: row.opened_at }) !== null
  return mustAsk && (await listPasskeys(db, userId)).length > 0
}
