import type { z } from 'zod'
import { abstractDeviceEndpoints } from './abstract-devices.ts'
import { accountEndpoints } from './account.ts'
import { alarmEndpoints } from './alarms.ts'
import { auditEndpoints } from './audit-log.ts'
import { authEndpoints } from './auth.ts'
import { calculationEndpoints } from './calculations.ts'
import { companyEndpoints, locationGroupEndpoints } from './companies.ts'
import { brandImageEndpoints, companySettingsEndpoints } from './company-settings.ts'
import { controllerEndpoints } from './controllers.ts'
import { countryEndpoints } from './countries.ts'
import { externalCredentialEndpoints } from './external-credentials.ts'
import { firstAdminEndpoints } from './first-admin.ts'
import { firstRunEndpoints } from './first-run.ts'
import { healthEndpoints } from './health.ts'
import { impersonationEndpoints } from './impersonation.ts'
import { invitationEndpoints, securityEndpoints } from './invitations.ts'
import { jobEndpoints } from './jobs.ts'
import { liveEndpoints } from './live.ts'
import { deviceGroupEndpoints, locationDeletionEndpoints, locationEndpoints } from './locations.ts'
import { menuEndpoints } from './menu.ts'
import { oauthEndpoints } from './oauth.ts'
import { outboxEndpoints } from './outbox.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { passwordEndpoints } from './passwords.ts'
import { locationPeopleEndpoints, peopleEndpoints } from './people.ts'
import { portfolioEndpoints } from './portfolio.ts'
import { registrationEndpoints } from './registration.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { sessionEndpoints } from './sessions.ts'
import { siteEndpoints } from './site.ts'
import { telemetryEndpoints } from './telemetry.ts'
import { weatherEndpoints } from './weather.ts'

/** Every endpoint of the API, group by group: from here come OpenAPI, the role matrix and the browser's types. */
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
  ...Object.values(outboxEndpoints),
  ...Object.values(accountEndpoints),
  ...Object.values(impersonationEndpoints),
  ...Object.values(peopleEndpoints),
  ...Object.values(auditEndpoints),
  ...Object.values(countryEndpoints),
  ...Object.values(companyEndpoints),
  ...Object.values(companySettingsEndpoints),
  ...Object.values(brandImageEndpoints),
  ...Object.values(locationGroupEndpoints),
  ...Object.values(menuEndpoints),
  ...Object.values(locationEndpoints),
  ...Object.values(locationDeletionEndpoints),
  ...Object.values(locationPeopleEndpoints),
  ...Object.values(invitationEndpoints),
  ...Object.values(securityEndpoints),
  ...Object.values(deviceGroupEndpoints),
  ...Object.values(controllerEndpoints),
  ...Object.values(alarmEndpoints),
  ...Object.values(telemetryEndpoints),
  ...Object.values(externalCredentialEndpoints),
  ...Object.values(abstractDeviceEndpoints),
  ...Object.values(jobEndpoints),
  ...Object.values(liveEndpoints),
  ...Object.values(calculationEndpoints),
  ...Object.values(portfolioEndpoints),
  ...Object.values(weatherEndpoints),
]

type Known = (typeof allEndpoints)[number]
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** `'GET /companies'` → what a caller gives and gets, payloads without their envelopes. */
export type Api = {
  [E in Known as `${E['method']} ${E['path']}`]: {
    params: Input<NonNullable<E['params']>>
    query: Input<NonNullable<E['query']>>
    body: Input<NonNullable<E['body']>>
    answer: Output<NonNullable<E['answer']>>
  }
}
