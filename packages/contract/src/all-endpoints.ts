import type { z } from 'zod'
import { accountEndpoints } from './account.ts'
import { passkeyEndpoints } from './account-passkeys.ts'
import { secondFactorEndpoints } from './account-second-factor.ts'
import { sessionEndpoints } from './account-sessions.ts'
import { adminSearchEndpoints } from './admin-search.ts'
import { alarmRuleEndpoints } from './alarm-rules.ts'
import { alarmEndpoints } from './alarms.ts'
import { alarmCaseEndpoints } from './alarms-case.ts'
import { auditEndpoints } from './audit.ts'
import { authEndpoints } from './auth.ts'
import { oauthEndpoints } from './auth-oauth.ts'
import { passwordEndpoints } from './auth-passwords.ts'
import { registrationEndpoints } from './auth-registration.ts'
import { backupEndpoints } from './backups.ts'
import { bulkChangeEndpoints } from './bulk-changes.ts'
import { calculationEndpoints } from './calculations.ts'
import { chargingEndpoints } from './charging.ts'
import { chartEndpoints } from './charts.ts'
import { companyDeletionEndpoints, companyEndpoints } from './companies.ts'
import { brandImageEndpoints, companySettingsEndpoints } from './company-settings.ts'
import { controllerEndpoints } from './controllers.ts'
import { controllerPageEndpoints } from './controllers-page.ts'
import { stockEndpoints } from './controllers-stock.ts'
import { countryEndpoints } from './countries.ts'
import { deviceGroupEndpoints } from './device-groups.ts'
import { deviceEndpoints } from './devices.ts'
import { replacementEndpoints } from './devices-replacement.ts'
import { energySharingEndpoints } from './energy-sharing.ts'
import { sharingSettlementEndpoints } from './energy-sharing-settlement.ts'
import { firstAdminEndpoints } from './first-admin.ts'
import { firstRunEndpoints } from './first-run.ts'
import { healthEndpoints } from './health.ts'
import { impersonationEndpoints } from './impersonation.ts'
import { invitationEndpoints, securityEndpoints } from './invitations.ts'
import { invoiceCheckEndpoints } from './invoice-check.ts'
import { jobEndpoints } from './jobs.ts'
import { liveEndpoints } from './live.ts'
import { locationGroupEndpoints } from './location-groups.ts'
import { groupMapEndpoints } from './location-groups-map.ts'
import { groupViewEndpoints } from './location-groups-views.ts'
import { locationPricingEndpoints } from './location-pricing.ts'
import { locationDeletionEndpoints, locationEndpoints } from './locations.ts'
import { mappingEndpoints } from './mapping.ts'
import { sanityEndpoints } from './mapping-sanity.ts'
import { moneyEndpoints } from './money.ts'
import { navigationEndpoints } from './navigation.ts'
import { exchangeRateEndpoints, networkTariffEndpoints } from './network-tariffs.ts'
import { noticeEndpoints } from './notices.ts'
import { offerComparisonEndpoints } from './offer-comparison.ts'
import { operationEndpoints } from './operation.ts'
import { outboxEndpoints } from './outbox.ts'
import { locationPeopleEndpoints, peopleEndpoints } from './people.ts'
import { abstractDeviceEndpoints } from './portal.ts'
import { externalCredentialEndpoints } from './portal-credentials.ts'
import { portfolioEndpoints } from './portfolio.ts'
import { priceListEndpoints } from './price-lists.ts'
import { priceListPreviewEndpoints } from './price-lists-preview.ts'
import { ratePlanEndpoints } from './rate-plans.ts'
import { savingsEndpoints } from './savings.ts'
import { investmentEndpoints } from './savings-investments.ts'
import { setupEndpoints } from './setup.ts'
import { siteEndpoints } from './site.ts'
import { spotMarketEndpoints } from './spot-market.ts'
import { supplyOfferEndpoints } from './supply-offers.ts'
import { publicHolidayEndpoints, timeOfUseEndpoints } from './time-of-use.ts'
import { timePlanPartEndpoints } from './time-of-use-parts.ts'
import { tunnelEndpoints } from './tunnel.ts'
import { updateEndpoints } from './updates.ts'
import { controllerUpdateEndpoints } from './updates-controller.ts'
import { rollOutEndpoints } from './updates-roll-outs.ts'
import { weatherEndpoints } from './weather.ts'
import { webhookEndpoints } from './webhooks.ts'

/** Every endpoint of the API, group by group: the source of OpenAPI, the role matrix and the browser's types. */
export const allEndpoints = [
  ...Object.values(healthEndpoints),
  ...Object.values(siteEndpoints),
  ...Object.values(authEndpoints),
  ...Object.values(registrationEndpoints),
  ...Object.values(passwordEndpoints),
  ...Object.values(firstAdminEndpoints),
  ...Object.values(firstRunEndpoints),
  ...Object.values(sessionEndpoints),
  ...Object.values(secondFactorEndpoints),
  ...Object.values(passkeyEndpoints),
  ...Object.values(oauthEndpoints),
  ...Object.values(operationEndpoints),
  ...Object.values(outboxEndpoints),
  ...Object.values(accountEndpoints),
  ...Object.values(impersonationEndpoints),
  ...Object.values(peopleEndpoints),
  ...Object.values(auditEndpoints),
  ...Object.values(adminSearchEndpoints),
  ...Object.values(countryEndpoints),
  ...Object.values(companyEndpoints),
  ...Object.values(companyDeletionEndpoints),
  ...Object.values(companySettingsEndpoints),
  ...Object.values(brandImageEndpoints),
  ...Object.values(locationGroupEndpoints),
  ...Object.values(groupMapEndpoints),
  ...Object.values(groupViewEndpoints),
  ...Object.values(bulkChangeEndpoints),
  ...Object.values(navigationEndpoints),
  ...Object.values(locationEndpoints),
  ...Object.values(locationDeletionEndpoints),
  ...Object.values(locationPeopleEndpoints),
  ...Object.values(invitationEndpoints),
  ...Object.values(securityEndpoints),
  ...Object.values(deviceGroupEndpoints),
  ...Object.values(mappingEndpoints),
  ...Object.values(sanityEndpoints),
  ...Object.values(controllerEndpoints),
  ...Object.values(setupEndpoints),
  ...Object.values(stockEndpoints),
  ...Object.values(controllerPageEndpoints),
  ...Object.values(backupEndpoints),
  ...Object.values(tunnelEndpoints),
  ...Object.values(updateEndpoints),
  ...Object.values(controllerUpdateEndpoints),
  ...Object.values(rollOutEndpoints),
  ...Object.values(deviceEndpoints),
  ...Object.values(replacementEndpoints),
  ...Object.values(alarmEndpoints),
  ...Object.values(alarmCaseEndpoints),
  ...Object.values(alarmRuleEndpoints),
  ...Object.values(webhookEndpoints),
  ...Object.values(chargingEndpoints),
  ...Object.values(chartEndpoints),
  ...Object.values(locationPricingEndpoints),
  ...Object.values(invoiceCheckEndpoints),
  ...Object.values(savingsEndpoints),
  ...Object.values(investmentEndpoints),
  ...Object.values(moneyEndpoints),
  ...Object.values(externalCredentialEndpoints),
  ...Object.values(abstractDeviceEndpoints),
  ...Object.values(jobEndpoints),
  ...Object.values(liveEndpoints),
  ...Object.values(calculationEndpoints),
  ...Object.values(portfolioEndpoints),
  ...Object.values(networkTariffEndpoints),
  ...Object.values(exchangeRateEndpoints),
  ...Object.values(supplyOfferEndpoints),
  ...Object.values(noticeEndpoints),
  ...Object.values(offerComparisonEndpoints),
  ...Object.values(priceListEndpoints),
  ...Object.values(priceListPreviewEndpoints),
  ...Object.values(ratePlanEndpoints),
  ...Object.values(spotMarketEndpoints),
  ...Object.values(energySharingEndpoints),
  ...Object.values(sharingSettlementEndpoints),
  ...Object.values(weatherEndpoints),
  ...Object.values(timeOfUseEndpoints),
  ...Object.values(timePlanPartEndpoints),
  ...Object.values(publicHolidayEndpoints),
]

type Known = (typeof allEndpoints)[number]
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** `'GET /companies'` → the types of request and answer, payloads without their envelopes. */
export type Api = {
  [E in Known as `${E['method']} ${E['path']}`]: {
    params: Input<NonNullable<E['params']>>
    query: Input<NonNullable<E['query']>>
    body: Input<NonNullable<E['body']>>
    answer: Output<NonNullable<E['answer']>>
  }
}
