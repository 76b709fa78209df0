import { domainToUnicode } from 'node:url'
import { type BrandHostVerdict, judgeBrandHost } from '@ohmstead/domain/site/brand-host'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/db-error.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { createTxtResolver } from '../../platform/txt-resolver.ts'
import type { Settings } from '../../settings.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { queueMail } from '../mail/queue-mail.ts'
import {
  type CompanyDomain,
  findDomainHolder,
  findRunners,
  markDomainMissing,
  markDomainProven,
  takeDomainAway,
} from './company-domain-queries.ts'

/** How long a record may be missing before the host name is removed. */
export const missingForMs = 14 * 86_400_000

type Needed = Pick<PlatformDeps, 'db' | 'clock' | 'settings'>

const nameOf = (host: string) => ({ ascii: host, unicode: domainToUnicode(host) })

/** The addresses run by the operator, or trusted with the sessions of its users. */
export const operatorUrls = ({ publicUrl, apiHosts, webOrigins }: Settings) => [
  publicUrl,
  ...apiHosts,
  ...webOrigins,
]

/** Whether a company may show its brand at this host, besides the platform's own addresses. */
export function judgeDomain(own: readonly string[], domain: string): BrandHostVerdict {
  return judgeBrandHost(
    nameOf(domain),
    own.map((url) => nameOf(new URL(url).hostname)),
  )
}

/** To be entered at the name servers of the domain: a TXT record with this name and value. */
export const domainRecordOf = ({ domain, domain_token }: Pick<CompanyDomain, 'domain' | 'domain_token'>) => ({
  name: `_ohmstead.${domain}`,
  value: `ohmstead-domain=${domain_token}`,
})

/** Whether the record exists; null if no name server answered. */
export async function findDomainRecord(settings: Settings, company: CompanyDomain): Promise<boolean | null> {
  const { name, value } = domainRecordOf(company)
  const texts = await createTxtResolver(settings.dnsServer)(name)
  return texts?.some((text) => text.trim() === value) ?? null
}

/**
 * Assigns the host name to the company once its record is found. A previous holder that has lost the record gives way;
 * two that both have one are for people to sort out.
 */
export async function proveDomain(deps: Needed, audit: AuditContext, company: CompanyDomain): Promise<void> {
  const { db, settings } = deps
  const holder = await findDomainHolder(db, company.domain)
  if (holder && holder.id !== company.id) {
    if (holder.domain_granted || (await findDomainRecord(settings, holder)) !== false)
      throw new AppError('domain_taken')
    await db.transaction((tx) => withdrawDomain(tx, deps, holder))
  }
  const proving = db.transaction(async (tx) => {
    await markDomainProven(tx, company, audit.at)
    if (company.domain_proven_at === null)
      await recordAudit(tx, audit, {
        action: 'company_domain_proven',
        companyId: company.id,
        after: { domain: company.domain },
      })
  })
  await proving.catch((error) => {
    throw isUniqueViolation(error, 'company_domain') ? new AppError('domain_taken') : error
  })
}

/** The record is missing: the company is notified, and has two weeks to restore it. */
export async function noteMissingRecord(tx: Queryable, deps: Needed, company: CompanyDomain): Promise<void> {
  const now = deps.clock.now()
  if (company.domain_missing_since !== null) {
    if (company.domain_missing_since <= now - missingForMs) await withdrawDomain(tx, deps, company)
    return
  }
  if (!(await markDomainMissing(tx, company, now))) return
  const { name: record, value } = domainRecordOf(company)
  for (const { email, first_name: name, locale } of await findRunners(tx, company.id)) {
    const values = { name, domain: company.domain, record, value, time: now + missingForMs }
    await queueMail(tx, { kind: 'domain_record_missing', to: email, locale, values }, deps)
  }
}

/** The brand is no longer shown there; the people who run the company are notified. */
export async function withdrawDomain(tx: Queryable, deps: Needed, company: CompanyDomain): Promise<void> {
  if (!(await takeDomainAway(tx, company))) return
  const audit: AuditContext = { actor: null, address: null, at: deps.clock.now() }
  await recordAudit(tx, audit, {
    action: 'company_domain_withdrawn',
    companyId: company.id,
    before: { domain: company.domain },
  })
  for (const { email, first_name: name, locale } of await findRunners(tx, company.id)) {
    const values = { name, domain: company.domain }
    await queueMail(tx, { kind: 'domain_withdrawn', to: email, locale, values }, deps)
  }
}
