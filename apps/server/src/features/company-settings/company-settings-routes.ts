import {
  type CompanyDomainView,
  type CompanySettingsView,
  companySettingsEndpoints,
} from '@ohmstead/contract/company-settings'
import { activeRole } from '@ohmstead/domain/access/permission'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/db-error.ts'
import { createToken } from '../../platform/random-token.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { imageAddress } from '../site/site-info.ts'
import {
  domainRecordOf,
  findDomainRecord,
  judgeDomain,
  missingForMs,
  operatorUrls,
  proveDomain,
} from './brand-domain.ts'
import { removeImage, setImage } from './change-image.ts'
import { checkSender } from './check-sender.ts'
import { findCompanyDomain, findDomainHolder, replaceDomain } from './company-domain-queries.ts'
import {
  findCompanySettings,
  isGroupOf,
  isSenderVerified,
  lockCompany,
  setSenderVerified,
  updateCompanySettings,
} from './company-settings-queries.ts'
import { maySendFrom } from './sender-domain.ts'

// Each check sends up to three queries to the name servers.
const dnsChecks = { attempts: 30, windowSeconds: 600, firstWaitSeconds: 10, longestWaitSeconds: 600 }

export const companySettingsRoutes: Route[] = [
  route(companySettingsEndpoints.get, async ({ db, params }) => getSettings(db, params.companyId)),

  route(companySettingsEndpoints.update, async (context) => {
    const { db, deps, actor, params, body } = context
    const { companyId } = params
    const domain = body.domain?.toLowerCase()
    const isGranted = activeRole(actor) === 'ROLE_SUPER_ADMIN'
    const given = { ...body, ...(domain && { domain }) }
    const groupId = given.defaultLocationGroupId
    const changing = db.transaction(async (tx) => {
      await lockCompany(tx, companyId)
      const { settings: before } = await getSettings(tx, companyId)
      if (groupId && !(await isGroupOf(tx, companyId, groupId))) throw new AppError('not_found')
      const changed = changedFields<CompanySettingsView>(before, given as Partial<CompanySettingsView>)
      if (!changed) return
      const { senderEmail } = changed.after
      if (senderEmail && !(await maySendFrom(tx, deps, actor, { companyId, senderEmail })))
        throw new AppError('domain_taken', { fields: { senderEmail: 'is_not' } })
      if (changed.after.domain && !isGranted) await refuseForeignDomain(tx, deps, changed.after.domain)
      await updateCompanySettings(tx, companyId, { ...before, ...changed.after })
      if (changed.after.domain !== undefined) {
        const grantedAt = isGranted && changed.after.domain !== null ? deps.clock.now() : null
        await replaceDomain(tx, companyId, { token: createToken(), grantedAt })
      }
      await recordAudit(tx, auditContextOf(context), {
        action: 'company_settings_changed',
        companyId,
        ...changed,
      })
    })
    await changing.catch((error) => {
      if (isUniqueViolation(error, 'company_domain'))
        throw new AppError('domain_taken', { fields: { domain: 'is_not' } })
      if (isUniqueViolation(error, 'company_identifier'))
        throw new AppError('identifier_taken', { fields: { identifier: 'is_not' } })
      throw error
    })
    return getSettings(db, companyId)
  }),

  route(companySettingsEndpoints.setLogo, async (context) => {
    await setImage(context, 'logo')
    return getSettings(context.db, context.params.companyId)
  }),
  route(companySettingsEndpoints.removeLogo, async (context) => removeImage(context, 'logo')),
  route(companySettingsEndpoints.setFavicon, async (context) => {
    await setImage(context, 'favicon')
    return getSettings(context.db, context.params.companyId)
  }),
  route(companySettingsEndpoints.removeFavicon, async (context) => removeImage(context, 'favicon')),

  route(companySettingsEndpoints.domain, async ({ db, params }) => getDomain(db, params.companyId, null)),

  route(companySettingsEndpoints.checkDomain, async (context) => {
    const { db, deps, params } = context
    const company = await findCompanyDomain(db, params.companyId)
    if (!company) throw new AppError('conflict')
    await takeAttempt(db, `domain-check:${company.id}`, dnsChecks, deps.clock.now())
    const found = await findDomainRecord(deps.settings, company)
    if (found) await proveDomain(deps, auditContextOf(context), company)
    return getDomain(db, company.id, found)
  }),

  route(companySettingsEndpoints.checkSender, async (context) => {
    const { db, deps, actor, params } = context
    const { companyId } = params
    const { senderEmail } = (await getSettings(db, companyId)).settings
    if (senderEmail === null) return { senderEmail, records: [], active: false }
    await takeAttempt(db, `sender-check:${companyId}`, dnsChecks, deps.clock.now())
    const records = await checkSender(deps.settings, senderEmail)
    const active = records.every((record) => !record.required || record.state === 'ok')
    const wasActive = await isSenderVerified(db, companyId)
    if (active && !wasActive && !(await maySendFrom(db, deps, actor, { companyId, senderEmail })))
      throw new AppError('domain_taken')
    // A temporary failure of name servers does not discard what was found before.
    if (active || records.every((record) => record.state !== 'failed'))
      await db.transaction(async (tx) => {
        await setSenderVerified(tx, companyId, senderEmail, active ? deps.clock.now() : null)
        const changed = changedFields({ senderActive: wasActive }, { senderActive: active })
        if (changed)
          await recordAudit(tx, auditContextOf(context), {
            action: 'company_settings_changed',
            companyId,
            ...changed,
          })
      })
    return { senderEmail, records, active }
  }),
]

/** Unless a super admin overrides it: not the platform's own, nothing that reads like it, and not what others have. */
async function refuseForeignDomain(tx: Queryable, deps: Deps, domain: string): Promise<void> {
  const fields = { domain: 'is_not' }
  if (judgeDomain(operatorUrls(deps.settings), domain) !== 'ok')
    throw new AppError('domain_reserved', { fields })
  if (await findDomainHolder(tx, domain)) throw new AppError('domain_taken', { fields })
}

async function getDomain(
  db: Queryable,
  companyId: number,
  found: boolean | null,
): Promise<CompanyDomainView> {
  const company = await findCompanyDomain(db, companyId)
  if (!company) return { domain: null, state: 'unproven', record: null, found: null, withdrawn_at: null }
  const { domain, domain_granted, domain_proven_at: provenAt, domain_missing_since: missingSince } = company
  return {
    domain,
    state: domain_granted ? 'granted' : provenAt === null ? 'unproven' : 'proven',
    record: domain_granted ? null : domainRecordOf(company),
    found,
    withdrawn_at: provenAt !== null && missingSince !== null ? missingSince + missingForMs : null,
  }
}

async function getSettings(db: Queryable, companyId: number): Promise<{ settings: CompanySettingsView }> {
  const settings = await findCompanySettings(db, companyId)
  if (!settings) throw new AppError('not_found')
  return {
    settings: { ...settings, logo: imageAddress(settings.logo), favicon: imageAddress(settings.favicon) },
  }
}
