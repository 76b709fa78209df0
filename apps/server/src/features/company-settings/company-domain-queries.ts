import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface CompanyDomain {
  id: number
  domain: string
  domain_token: string
  domain_proven_at: number | null
  domain_granted: boolean
  domain_missing_since: number | null
}

const columns = sql`id, domain, domain_token, domain_proven_at, domain_granted, domain_missing_since`

export function findCompanyDomain(db: Queryable, companyId: number): Promise<CompanyDomain | undefined> {
  return db.row<CompanyDomain>(
    sql`select ${columns} from company where id = ${companyId} and domain is not null`,
  )
}

/** The holder of a host name; unproven claims block nobody. */
export function findDomainHolder(db: Queryable, domain: string): Promise<CompanyDomain | undefined> {
  return db.row<CompanyDomain>(
    sql`select ${columns} from company where domain = ${domain} and domain_proven_at is not null`,
  )
}

/** A different host name starts again, with a new token; a super admin's grant needs no record. */
export function replaceDomain(
  tx: Queryable,
  companyId: number,
  { token, grantedAt }: { token: string; grantedAt: number | null },
): Promise<number> {
  const instant = grantedAt === null ? null : new Date(grantedAt)
  return tx.run(sql`
    update company set domain_token = ${token}, domain_granted = ${grantedAt !== null}, domain_proven_at = ${instant},
      domain_checked_at = null, domain_missing_since = null
    where id = ${companyId}`)
}

/** Only for the host name that was looked up: it may have changed since. */
export function markDomainProven(
  tx: Queryable,
  { id, domain_token: token }: CompanyDomain,
  now: number,
): Promise<number> {
  const instant = new Date(now)
  return tx.run(sql`
    update company set domain_proven_at = coalesce(domain_proven_at, ${instant}), domain_checked_at = ${instant},
      domain_missing_since = null
    where id = ${id} and domain_token = ${token}`)
}

/** Whether it was found until now. */
export async function markDomainMissing(
  tx: Queryable,
  { id, domain_token: token }: CompanyDomain,
  now: number,
): Promise<boolean> {
  const instant = new Date(now)
  const count = await tx.run(sql`
    update company set domain_checked_at = ${instant}, domain_missing_since = ${instant}
    where id = ${id} and domain_token = ${token} and domain_proven_at is not null and domain_missing_since is null`)
  return count > 0
}

/** Whether the company had it until now. The claim stays, so that the company can prove it again. */
export async function takeDomainAway(
  tx: Queryable,
  { id, domain_token: token }: CompanyDomain,
): Promise<boolean> {
  const count = await tx.run(sql`
    update company set domain_proven_at = null, domain_missing_since = null
    where id = ${id} and domain_token = ${token} and domain_proven_at is not null and not domain_granted`)
  return count > 0
}

/** Proven ones not checked for a while; grants of a super admin are never checked. */
export function findDomainsToCheck(db: Queryable, before: number): Promise<CompanyDomain[]> {
  return db.rows<CompanyDomain>(sql`
    select ${columns} from company
    where domain_proven_at is not null and not domain_granted
      and (domain_checked_at is null or domain_checked_at <= ${new Date(before)})
    order by domain_checked_at nulls first limit 500`)
}

export function noteDomainChecked(db: Queryable, { id }: CompanyDomain, now: number): Promise<number> {
  return db.run(sql`update company set domain_checked_at = ${new Date(now)} where id = ${id}`)
}

/** The people who run a company and can receive mail. */
export function findRunners(db: Queryable, companyId: number) {
  return db.rows<{ email: string; first_name: string; locale: string | null }>(sql`
    select u.email, u.first_name, u.locale from user_company r join app_user u on u.id = r.user_id
    where r.company_id = ${companyId} and u.disabled_at is null and u.email_verified_at is not null
      and exists (select from user_role where user_id = u.id and role = 'ROLE_AGGREGATOR')
    order by u.id`)
}
