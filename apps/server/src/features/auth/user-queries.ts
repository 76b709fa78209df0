import type { UserSettings, UserView } from '@ohmstead/contract/users'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

interface UserRow {
  id: number
  email: string
  first_name: string
  last_name: string
  locale: string | null
  country_code: string | null
  settings: Partial<UserSettings>
  owned: { id: number; name: string }[]
  controllers: { id: number; unitId: string }[]
  companies: { id: number; name: string }[]
  groups: { id: number; companyId: number }[]
  impersonator: { id: number; first_name: string } | null
}

const defaults: UserSettings = { theme: null, initialDataView: 'realtime', timeFormat: '24h', units: 'auto' }

export function findUserByEmail(db: Queryable, email: string) {
  return db.row<{
    id: number
    password_hash: string | null
    disabled_at: number | null
    email_verified_at: number | null
    first_name: string
    last_name: string
    locale: string | null
  }>(sql`
    select id, password_hash, disabled_at, email_verified_at, first_name, last_name, locale
    from app_user where email = ${email}`)
}

export function updatePasswordHash(db: Queryable, userId: number, passwordHash: string): Promise<number> {
  return db.run(sql`update app_user set password_hash = ${passwordHash} where id = ${userId}`)
}

/** The user as the browser gets it. */
export async function getUserView(db: Queryable, actor: Actor): Promise<UserView> {
  const viewed = actor.locations.filter((entry) => entry.view).map((entry) => entry.id)
  const row = await db.row<UserRow>(sql`
    select u.id, u.email, u.first_name, u.last_name, u.locale, u.country_code, u.settings,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]')
        from location where owner_id = u.id and deletion_due_at is null) as owned,
      (select coalesce(json_agg(json_build_object('id', c.id, 'unitId', c.unit_id) order by c.id), '[]')
        from controller c join location l on l.id = c.location_id
        where coalesce(c.owner_id, l.owner_id) = u.id and l.deletion_due_at is null) as controllers,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]')
        from company where id = any(${actor.companyIds}::int[])) as companies,
      (select coalesce(json_agg(json_build_object('id', id, 'companyId', company_id) order by id), '[]')
        from location_group where company_id = any(${actor.companyIds}::int[])
          or id in (select location_group_id from location where id = any(${viewed}::int[]))) as groups,
      (select json_build_object('id', id, 'first_name', first_name)
        from app_user where id = ${actor.impersonatorId ?? null}::int) as impersonator
    from app_user u where u.id = ${actor.userId}`)
  if (!row) throw new Error(`user ${actor.userId} of a live session is gone`)
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    locale: row.locale,
    country_code: row.country_code,
    role: activeRole(actor),
    roles: [...actor.roles],
    permissions: { locations: [...actor.locations] },
    locations: row.owned,
    locationGroups: row.groups,
    controllers: row.controllers,
    companies: row.companies,
    settings: { ...defaults, ...row.settings },
    second_factor_due: actor.secondFactorDue ?? null,
    impersonator: row.impersonator,
  }
}

/** Keeps the account from being disabled or deleted until the transaction ends; undefined if it already is. */
export function lockEnabledUser(
  tx: Queryable,
  userId: number,
): Promise<{ id: number; password_hash: string | null } | undefined> {
  return tx.row(
    sql`select id, password_hash from app_user where id = ${userId} and disabled_at is null for no key update`,
  )
}

/** Signing in cancels the deletion of the account; returns whether one was pending. */
export async function cancelDeletion(tx: Queryable, userId: number): Promise<boolean> {
  const count = await tx.run(sql`
    update app_user set deletion_due_at = null where id = ${userId} and deletion_due_at is not null`)
  return count > 0
}

/** Changes the given fields and keeps the rest. */
export function updateUserSettings(
  db: Queryable,
  userId: number,
  {
    locale,
    country_code,
    ...settings
  }: Partial<UserSettings> & { locale?: string | null | undefined; country_code?: string | null | undefined },
): Promise<number> {
  const given = JSON.stringify(settings)
  return db.run(sql`
    update app_user set settings = settings || ${given}::jsonb,
      locale = case when ${locale !== undefined} then ${locale ?? null} else locale end,
      country_code = case when ${country_code !== undefined} then ${country_code ?? null} else country_code end
    where id = ${userId}`)
}

export async function isEmailVerified(db: Queryable, userId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as found from app_user where id = ${userId} and email_verified_at is not null`,
  )
  return row !== undefined
}
