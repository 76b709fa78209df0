import type { SiteSettingsView } from '@ohmstead/contract/site'
import type { SecondFactorRule } from '@ohmstead/domain/access/second-factor-duty'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Maintenance, SiteInfo } from './site-facts.ts'

export interface KeptSite {
  site?: Partial<Omit<SiteInfo, 'platformName'>> & { platformName?: string | null }
  maintenance?: Partial<Maintenance>
  second_factor?: SecondFactorRule | null
}

/** The platform's look and state in the database. */
export async function findKeptSite(db: Queryable): Promise<KeptSite> {
  const rows = await db.rows<{ key: string; value: object }>(
    sql`select key, value from setting where key in ('site', 'maintenance', 'second_factor')`,
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** One change of the site at a time, even if it does not exist yet. */
export async function lockSite(tx: Queryable): Promise<void> {
  await tx.run(
    sql`insert into setting (key, value) values ('site', '{}'::jsonb) on conflict (key) do nothing`,
  )
  await tx.row(sql`select 1 from setting where key = 'site' for update`)
}

/** `since` stays while the rule does: another number of days counts from its first day. */
export async function updateSecondFactorRule(tx: Queryable, days: number | null, now: number): Promise<void> {
  if (days === null) await tx.run(sql`delete from setting where key = 'second_factor'`)
  else
    await tx.run(sql`
      insert into setting (key, value) values ('second_factor', ${JSON.stringify({ days, since: now })}::jsonb)
      on conflict (key) do update set value = setting.value || jsonb_build_object('days', ${days}::int)`)
}

/** Keeps other settings of the site, such as its name. */
export async function updateSiteSettings(tx: Queryable, settings: SiteSettingsView): Promise<void> {
  const { platformName, supportEmail, privacyPolicyUrl, termsUrl, registrationUrl, isInMaintenance } =
    settings
  const site = {
    platformName,
    contact: { supportEmail },
    links: {
      termsAndConditions: termsUrl,
      privacyPolicy: privacyPolicyUrl,
      registration: registrationUrl,
    },
  }
  const maintenance = { isInMaintenance, message: settings.maintenanceMessage }
  await tx.run(sql`
    insert into setting (key, value)
    values ('site', ${JSON.stringify(site)}::jsonb), ('maintenance', ${JSON.stringify(maintenance)}::jsonb)
    on conflict (key) do update set value = setting.value || excluded.value`)
}
