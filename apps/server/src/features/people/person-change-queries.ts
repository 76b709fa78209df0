import type { Role } from '@ohmstead/domain/access/role'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** One role, and for an aggregator the companies it runs. */
export async function replaceRole(
  tx: Queryable,
  userId: number,
  role: Role,
  companyIds: readonly number[],
): Promise<void> {
  await tx.run(sql`delete from user_role where user_id = ${userId}`)
  await tx.run(sql`insert into user_role (user_id, role) values (${userId}, ${role})`)
  await tx.run(sql`delete from user_company where user_id = ${userId}`)
  await tx.run(sql`
    insert into user_company (user_id, company_id) select ${userId}, id from company where id = any(${companyIds}::int[])`)
}

/**
 * The super admins, locked, so that two who remove the role from each other at the same moment do not leave none.
 */
export async function lockSuperAdmins(tx: Queryable): Promise<number[]> {
  const rows = await tx.rows<{ user_id: number }>(
    sql`select user_id from user_role where role = 'ROLE_SUPER_ADMIN' order by user_id for update`,
  )
  return rows.map((row) => row.user_id)
}

/** Existing companies that somebody can belong to or run: the platform's own is nobody's. */
export async function findCompanyIds(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from company where id = any(${ids}::int[]) and not is_platform order by id`,
  )
  return rows.map((row) => row.id)
}

export function updateHomeCompany(tx: Queryable, userId: number, companyId: number | null): Promise<number> {
  return tx.run(sql`update app_user set company_id = ${companyId} where id = ${userId}`)
}

export async function findHomeCompanyId(tx: Queryable, userId: number): Promise<number | null> {
  const row = await tx.row<{ company_id: number | null }>(
    sql`select company_id from app_user where id = ${userId}`,
  )
  return row?.company_id ?? null
}

/** Whether anything changed. Disabling an account ends its sessions, including those of an impersonator. */
export async function setDisabled(
  tx: Queryable,
  userId: number,
  isDisabled: boolean,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update app_user set disabled_at = ${isDisabled ? new Date(now) : null}
    where id = ${userId} and (disabled_at is not null) <> ${isDisabled}`)
  if (isDisabled) await tx.run(sql`delete from session where ${userId}::int in (user_id, acting_as_id)`)
  return changed > 0
}

export function findCompanyController(db: Queryable, companyId: number, controllerId: number) {
  return db.row<{ id: number; location_id: number; owner_id: number | null }>(sql`
    select c.id, c.location_id, c.owner_id from controller c join location l on l.id = c.location_id
    where c.id = ${controllerId} and l.company_id = ${companyId} and c.revoked_at is null`)
}

export function updateControllerOwner(
  tx: Queryable,
  controllerId: number,
  userId: number | null,
): Promise<number> {
  return tx.run(sql`update controller set owner_id = ${userId} where id = ${controllerId}`)
}
