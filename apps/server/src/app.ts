import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { accountRoutes } from './features/account/account-routes.ts'
import { passkeyRoutes } from './features/account/passkeys/passkey-routes.ts'
import { secondFactorRoutes } from './features/account/second-factor/second-factor-routes.ts'
import { sessionRoutes } from './features/account/sessions/session-routes.ts'
import { adminSearchRoutes } from './features/admin-search/admin-search-routes.ts'
import { alarmRuleRoutes } from './features/alarm-rules/alarm-rule-routes.ts'
import { alarmCaseRoutes } from './features/alarms/alarm-case-routes.ts'
import { alarmRoutes } from './features/alarms/alarm-routes.ts'
import { serveApiDocs } from './features/api-docs/serve-api-docs.ts'
import { auditRoutes } from './features/audit/audit-routes.ts'
import { authRoutes } from './features/auth/auth-routes.ts'
import { acceptPostedCallback } from './features/auth/oauth/accept-posted-callback.ts'
import { oauthRoutes } from './features/auth/oauth/oauth-routes.ts'
import { passwordRoutes } from './features/auth/passwords/password-routes.ts'
import { registrationRoutes } from './features/auth/registration/registration-routes.ts'
import { registerBackupLinkRoutes } from './features/backups/backup-link-routes.ts'
import { backupRoutes } from './features/backups/backup-routes.ts'
import { bulkChangeRoutes } from './features/bulk-changes/bulk-change-routes.ts'
import { calculationRoutes } from './features/calculations/calculation-routes.ts'
import { chargingRoutes } from './features/charging/charging-routes.ts'
import { chartRoutes } from './features/charts/chart-routes.ts'
import { companyDeletionRoutes } from './features/companies/company-deletion-routes.ts'
import { companyRoutes } from './features/companies/company-routes.ts'
import { brandImageRoutes } from './features/company-settings/brand-image-routes.ts'
import { companySettingsRoutes } from './features/company-settings/company-settings-routes.ts'
import { controllerPageRoutes } from './features/controllers/controller-page-routes.ts'
import { controllerRoutes } from './features/controllers/controller-routes.ts'
import { stockRoutes } from './features/controllers/stock/stock-routes.ts'
import { countryRoutes } from './features/countries/country-routes.ts'
import { deviceGroupRoutes } from './features/device-groups/device-group-routes.ts'
import { deviceRoutes } from './features/devices/device-routes.ts'
import { replacementRoutes } from './features/devices/replacement-routes.ts'
import { sharingRoutes } from './features/energy-sharing/sharing-routes.ts'
import { firstAdminRoutes } from './features/first-admin/first-admin-routes.ts'
import { firstRunRoutes } from './features/first-run/first-run-routes.ts'
import { healthRoutes } from './features/health/health-routes.ts'
import { impersonationRoutes } from './features/impersonation/impersonation-routes.ts'
import { invitationRoutes } from './features/invitations/invitation-routes.ts'
import { securityRoutes } from './features/invitations/security-routes.ts'
import { invoiceCheckRoutes } from './features/invoice-check/invoice-check-routes.ts'
import { jobRoutes } from './features/jobs/job-routes.ts'
import { registerLinkRoutes } from './features/link/link-routes.ts'
import { liveRoutes } from './features/live/live-routes.ts'
import { groupMapRoutes } from './features/location-groups/group-map-routes.ts'
import { groupViewRoutes } from './features/location-groups/group-view-routes.ts'
import { locationGroupRoutes } from './features/location-groups/location-group-routes.ts'
import { locationPricingRoutes } from './features/location-pricing/location-pricing-routes.ts'
import { locationDeletionRoutes } from './features/locations/location-deletion-routes.ts'
import { locationRoutes } from './features/locations/location-routes.ts'
import { mappingRoutes } from './features/mapping/mapping-routes.ts'
import { sanityRoutes } from './features/mapping/sanity-routes.ts'
import { moneyRoutes } from './features/money/money-routes.ts'
import { navigationRoutes } from './features/navigation/menu-routes.ts'
import { networkTariffRoutes } from './features/network-tariffs/network-tariff-routes.ts'
import { noticeRoutes } from './features/notices/notice-routes.ts'
import { registerUnsubscribePage } from './features/notices/register-unsubscribe-page.ts'
import { offerComparisonRoutes } from './features/offer-comparison/offer-comparison-routes.ts'
import { operationRoutes } from './features/operation/operation-routes.ts'
import { outboxRoutes } from './features/outbox/outbox-routes.ts'
import { locationPeopleRoutes } from './features/people/location-people-routes.ts'
import { peopleRoutes } from './features/people/people-routes.ts'
import { externalCredentialRoutes } from './features/portal/credentials/credential-routes.ts'
import { abstractDeviceRoutes } from './features/portal/portal-routes.ts'
import { portfolioRoutes } from './features/portfolio/portfolio-routes.ts'
import { priceListRoutes } from './features/price-lists/price-list-routes.ts'
import { ratePlanRoutes } from './features/rate-plans/rate-plan-routes.ts'
import { savingsRoutes } from './features/savings/savings-routes.ts'
import { setupRoutes } from './features/setup/setup-routes.ts'
import { serveManifest } from './features/site/serve-manifest.ts'
import { serveSecurityTxt } from './features/site/serve-security-txt.ts'
import { siteRoutes } from './features/site/site-routes.ts'
import { spotMarketRoutes } from './features/spot-market/spot-market-routes.ts'
import { supplyOfferRoutes } from './features/supply-offers/supply-offer-routes.ts'
import { timePlanBlockRoutes } from './features/time-of-use/time-plan-block-routes.ts'
import { timePlanRoutes } from './features/time-of-use/time-plan-routes.ts'
import { timePlanSeasonRoutes } from './features/time-of-use/time-plan-season-routes.ts'
import { timePlanSlotRoutes } from './features/time-of-use/time-plan-slot-routes.ts'
import { tunnelRoutes } from './features/tunnel/tunnel-routes.ts'
import { controllerUpdateRoutes } from './features/updates/controller-update-routes.ts'
import { registerDdiRoutes } from './features/updates/ddi-routes.ts'
import { imageRoutes } from './features/updates/image-routes.ts'
import { rollOutRoutes } from './features/updates/roll-out-routes.ts'
import { weatherRoutes } from './features/weather/weather-routes.ts'
import { webhookRoutes } from './features/webhooks/webhook-routes.ts'
import { buildHttp } from './platform/http/build-http.ts'
import { measureRequests } from './platform/http/measure-requests.ts'
import { type AccessSource, registerRoutes } from './platform/http/register-routes.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import { acceptMqttWebSockets } from './platform/mqtt/mqtt-web-socket.ts'
import type { Route } from './route.ts'

export const routes: readonly Route[] = [
  ...healthRoutes,
  ...siteRoutes,
  ...authRoutes,
  ...registrationRoutes,
  ...passwordRoutes,
  ...firstAdminRoutes,
  ...firstRunRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...oauthRoutes,
  ...operationRoutes,
  ...outboxRoutes,
  ...accountRoutes,
  ...impersonationRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...adminSearchRoutes,
  ...countryRoutes,
  ...companyRoutes,
  ...companyDeletionRoutes,
  ...companySettingsRoutes,
  ...brandImageRoutes,
  ...locationGroupRoutes,
  ...groupMapRoutes,
  ...groupViewRoutes,
  ...bulkChangeRoutes,
  ...navigationRoutes,
  ...locationRoutes,
  ...locationDeletionRoutes,
  ...locationPeopleRoutes,
  ...invitationRoutes,
  ...securityRoutes,
  ...deviceGroupRoutes,
  ...mappingRoutes,
  ...sanityRoutes,
  ...controllerRoutes,
  ...setupRoutes,
  ...stockRoutes,
  ...controllerPageRoutes,
  ...backupRoutes,
  ...tunnelRoutes,
  ...imageRoutes,
  ...controllerUpdateRoutes,
  ...rollOutRoutes,
  ...deviceRoutes,
  ...replacementRoutes,
  ...alarmRoutes,
  ...alarmCaseRoutes,
  ...alarmRuleRoutes,
  ...webhookRoutes,
  ...chargingRoutes,
  ...jobRoutes,
  ...liveRoutes,
  ...chartRoutes,
  ...locationPricingRoutes,
  ...invoiceCheckRoutes,
  ...savingsRoutes,
  ...moneyRoutes,
  ...calculationRoutes,
  ...portfolioRoutes,
  ...networkTariffRoutes,
  ...supplyOfferRoutes,
  ...noticeRoutes,
  ...offerComparisonRoutes,
  ...priceListRoutes,
  ...ratePlanRoutes,
  ...spotMarketRoutes,
  ...weatherRoutes,
  ...sharingRoutes,
  ...timePlanRoutes,
  ...timePlanBlockRoutes,
  ...timePlanSeasonRoutes,
  ...timePlanSlotRoutes,
  ...externalCredentialRoutes,
  ...abstractDeviceRoutes,
]

/** The whole HTTP side: the API, the controllers' HTTP twin and the web application. */
export async function buildApp(deps: Deps, access: AccessSource): Promise<FastifyInstance> {
  const app = await buildHttp(deps)
  measureRequests(app, deps.metrics)
  registerRoutes(app, deps, routes, access)
  serveApiDocs(app)
  await acceptPostedCallback(app, deps)
  await registerLinkRoutes(app, deps)
  await registerBackupLinkRoutes(app, deps)
  await registerUnsubscribePage(app, deps)
  await registerDdiRoutes(app, deps)
  if (deps.link.acceptMqtt) acceptMqttWebSockets(app, deps.link.acceptMqtt)
  serveManifest(app, deps)
  serveSecurityTxt(app, deps)
  await serveWeb(app)
  return app
}
