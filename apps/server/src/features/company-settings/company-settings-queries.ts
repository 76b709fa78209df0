import type { CompanySettingsView } from '@ohmstead/contract/company-settings'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** A company's settings, images by their file names. */
export function findCompanySettings(
  db: Queryable,
  companyId: number,
): Promise<CompanySettingsView | undefined> {
  return db.row<CompanySettingsView>(sql`
    select c.name, contact_email as "contactEmail", contact_phone as "contactPhone", support_email as "supportEmail",
      product_name as "productName", platform_name as "platformName", slogan, domain, identifier, theme,
      privacy_policy_url as "privacyPolicyUrl", terms_url as "termsUrl", registration_url as "registrationUrl",
      default_location_group_id as "defaultLocationGroupId", sender_name as "senderName", sender_email as "senderEmail",
      (select hash || '.' || type from brand_image where hash = c.logo) as logo,
      (select hash || '.' || type from brand_image where hash = c.favicon) as favicon
    from company c where c.id = ${companyId}`)
}

export function lockCompany(tx: Queryable, companyId: number): Promise<unknown> {
  return tx.row(sql`select id from company where id = ${companyId} for update`)
}

/** A new sender is not used before its records have been checked again. */
export function updateCompanySettings(
  tx: Queryable,
  companyId: number,
  s: Omit<CompanySettingsView, 'logo' | 'favicon'>,
): Promise<number> {
  return tx.run(sql`
    update company set name = ${s.name}, contact_email = ${s.contactEmail}, contact_phone = ${s.contactPhone},
      support_email = ${s.supportEmail}, product_name = ${s.productName}, platform_name = ${s.platformName},
      slogan = ${s.slogan}, domain = ${s.domain}, identifier = ${s.identifier}, theme = ${s.theme},
      privacy_policy_url = ${s.privacyPolicyUrl}, terms_url = ${s.termsUrl}, registration_url = ${s.registrationUrl},
      default_location_group_id = ${s.defaultLocationGroupId}, sender_name = ${s.senderName},
      sender_verified_at = case when sender_email is not distinct from ${s.senderEmail} then sender_verified_at end,
      sender_email = ${s.senderEmail}
    where id = ${companyId}`)
}

export function setSenderVerified(
  db: Queryable,
  companyId: number,
  senderEmail: string,
  verifiedAt: number | null,
): Promise<number> {
  return db.run(sql`
    update company set sender_verified_at = ${verifiedAt === null ? null : new Date(verifiedAt)}
    where id = ${companyId} and sender_email = ${senderEmail}`)
}

export async function isSenderVerified(db: Queryable, companyId: number): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from company where id = ${companyId} and sender_verified_at is not null`)) !==
    undefined
  )
}

/** The other companies whose mails are sent from an address of this domain. */
export async function findSenderDomainHolders(
  db: Queryable,
  domain: string,
  companyId: number,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from company
    where id <> ${companyId} and sender_verified_at is not null and lower(split_part(sender_email, '@', 2)) = ${domain}`)
  return rows.map((row) => row.id)
}

export async function isGroupOf(db: Queryable, companyId: number, groupId: number): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from location_group where id = ${groupId} and company_id = ${companyId}`)) !==
    undefined
  )
}
