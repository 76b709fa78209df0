import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** The requested brand: by a company, by `identifier`, else by the requested host. */
export interface RequestedBrand {
  companyId?: number | null | undefined
  identifier?: string | undefined
  host?: string | undefined
}

export interface BrandRow {
  id: number
  identifier: string | null
  domain: string | null
  platform_name: string | null
  product_name: string | null
  slogan: string | null
  theme: string | null
  logo: string | null
  favicon: string | null
  support_email: string | null
  terms_url: string | null
  privacy_policy_url: string | null
  registration_url: string | null
  sender_name: string | null
  /** Only if its records were found complete. */
  sender_email: string | null
}

/**
 * The company of the requested brand: the given one, else that of the identifier, else that of the host. A host name
 * that is only claimed belongs to nobody.
 */
export function findBrand(db: Queryable, requestedBrand: RequestedBrand): Promise<BrandRow | undefined> {
  const identifier = requestedBrand.identifier?.toLowerCase() ?? null
  const host = requestedBrand.host?.toLowerCase() ?? null
  return db.row<BrandRow>(sql`
    select c.id, identifier, case when domain_proven_at is not null then domain end as domain, platform_name, product_name, slogan, theme, support_email, terms_url, privacy_policy_url,
      registration_url, sender_name, case when sender_verified_at is not null then sender_email end as sender_email,
      (select hash || '.' || type from brand_image where hash = c.logo) as logo,
      (select hash || '.' || type from brand_image where hash = c.favicon) as favicon
    from company c
    where c.id = ${requestedBrand.companyId ?? null}::int or identifier = ${identifier}
      or (domain in (${identifier}, ${host}) and domain_proven_at is not null)
    order by c.id is not distinct from ${requestedBrand.companyId ?? null}::int desc,
      coalesce(identifier = ${identifier} or (domain = ${identifier} and domain_proven_at is not null), false) desc
    limit 1`)
}

/** The active role of the account of an address. */
export async function findRoleOf(db: Queryable, email: string): Promise<string | null> {
  const row = await db.row<{ role: string }>(sql`
    select role from user_role where user_id = (select id from app_user where email = ${email})
    order by position limit 1`)
  return row?.role ?? null
}

/** The company that the account of an address belongs to. */
export async function findHomeCompany(db: Queryable, email: string): Promise<number | null> {
  const row = await db.row<{ company_id: number | null }>(
    sql`select company_id from app_user where email = ${email}`,
  )
  return row?.company_id ?? null
}
