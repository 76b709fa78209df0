import { type SiteSettingsView, siteEndpoints } from '@ohmstead/contract/site'
import { activeRole } from '@ohmstead/domain/access/permission'
import { isLocale } from '@ohmstead/domain/i18n/locales'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findPageHost } from '../../platform/http/cross-origin.ts'
import { fileRoute, type Route, route } from '../../route.ts'
import { endDoubtfulSessions } from '../account/second-factor/end-doubtful-sessions.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { readSessionToken } from '../auth/session-cookie.ts'
import { isSetupOpen } from '../first-admin/setup-code.ts'
import { getSiteInfo, productNameFor } from './site-info.ts'
import {
  findKeptSite,
  lockSite,
  updateSecondFactorRule,
  updateSiteSettings,
} from './site-settings-queries.ts'
import { getTranslations } from './translations.ts'

export const siteRoutes: Route[] = [
  route(siteEndpoints.info, async ({ db, deps, actor, query, request }) => {
    const info = await getSiteInfo(db, {
      identifier: query.identifier,
      host: findPageHost(deps.settings, request),
    })
    const { apiHosts, analyticsUrls } = deps.settings
    return {
      ...info,
      productName: productNameFor(info, actor && activeRole(actor)),
      // A browser with people's input may be redirected only where the operator allows it.
      host: info.host !== null && apiHosts.includes(info.host) ? info.host : null,
      analyticsUrls,
      needsFirstAdmin: await isSetupOpen(db),
      status: { maintenance: info.maintenance },
    }
  }),

  route(siteEndpoints.settings, async ({ db }) => ({ settings: await getSiteSettings(db) })),

  route(siteEndpoints.updateSettings, async (context) => {
    const { db, deps, body, request } = context
    await db.transaction(async (tx) => {
      await lockSite(tx)
      const before = await getSiteSettings(tx)
      const changed = changedFields<SiteSettingsView>(before, body as Partial<SiteSettingsView>)
      if (!changed) return
      await updateSiteSettings(tx, { ...before, ...changed.after })
      const { secondFactorDays } = changed.after
      if (secondFactorDays !== undefined) await updateSecondFactorRule(tx, secondFactorDays, deps.clock.now())
      if (before.secondFactorDays === null)
        await endDoubtfulSessions(tx, { userId: null, exceptToken: readSessionToken(deps, request) })
      await recordAudit(tx, auditContextOf(context), { action: 'site_settings_changed', ...changed })
    })
    return { settings: await getSiteSettings(db) }
  }),

  fileRoute(siteEndpoints.translations, async ({ params, query }) => {
    if (!isLocale(params.locale)) throw new AppError('not_found')
    const { sent, first } = getTranslations(params.locale)
    const { etag, body, gzipped } = query.selection === 'first' ? first : sent
    return {
      type: 'application/json; charset=utf-8',
      content: body,
      gzipped,
      etag,
      cacheControl: 'no-cache',
    }
  }),
]

async function getSiteSettings(db: Queryable): Promise<SiteSettingsView> {
  const { site, maintenance, second_factor } = await findKeptSite(db)
  return {
    platformName: site?.platformName ?? null,
    supportEmail: site?.contact?.supportEmail ?? null,
    privacyPolicyUrl: site?.links?.privacyPolicy ?? null,
    termsUrl: site?.links?.termsAndConditions ?? null,
    registrationUrl: site?.links?.registration ?? null,
    isInMaintenance: maintenance?.isInMaintenance ?? false,
    maintenanceMessage: maintenance?.message ?? null,
    secondFactorDays: second_factor?.days ?? null,
  }
}
