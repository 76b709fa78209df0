import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { findDomainRecord, judgeDomain, noteMissingRecord, withdrawDomain } from './brand-domain.ts'
import { findDomainsToCheck, markDomainProven, noteDomainChecked } from './company-domain-queries.ts'

const checkEveryMs = 86_400_000

/** Checks once a day whether the proof of each host name is still valid, and whether it has become the platform's own. */
export async function checkDomains(deps: Pick<PlatformDeps, 'db' | 'clock' | 'settings'>): Promise<void> {
  const { db, clock, settings } = deps
  for (const company of await findDomainsToCheck(db, clock.now() - checkEveryMs)) {
    // A brand's own host may be in WEB_ORIGINS once it is proven.
    if (judgeDomain([settings.publicUrl, ...settings.apiHosts], company.domain) !== 'ok') {
      await db.transaction((tx) => withdrawDomain(tx, deps, company))
      continue
    }
    const found = await findDomainRecord(settings, company)
    if (found === true) await markDomainProven(db, company, clock.now())
    else if (found === false) await db.transaction((tx) => noteMissingRecord(tx, deps, company))
    // A temporary failure of name servers removes nothing.
    await noteDomainChecked(db, company, clock.now())
  }
}
