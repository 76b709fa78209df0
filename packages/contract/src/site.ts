import { siteSettingsFormRules as rules } from '@ohmstead/domain/forms/site-settings-form'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { changedText } from './wire.ts'

const maintenance = z.object({ isInMaintenance: z.boolean(), message: z.string().nullable() })
maintenance.register(z.globalRegistry, { id: 'Maintenance' })

/** A translation as the browser's message library takes it: text, or compiled parts. */
const compiledMessage = z.union([z.string(), z.array(z.unknown())])
compiledMessage.register(z.globalRegistry, { id: 'CompiledMessage' })

const siteSettings = z.object({
  /** Null: the product's own. */
  platformName: z.string().nullable(),
  supportEmail: z.string().nullable(),
  privacyPolicyUrl: z.string().nullable(),
  termsUrl: z.string().nullable(),
  registrationUrl: z.string().nullable(),
  isInMaintenance: z.boolean(),
  /** Null: the application's own message, in each reader's language. */
  maintenanceMessage: z.string().nullable(),
  /** The days within which people who run companies or the platform must set up a second factor; null requires none. */
  secondFactorDays: z.number().nullable(),
})
siteSettings.register(z.globalRegistry, { id: 'SiteSettings' })
export type SiteSettingsView = z.output<typeof siteSettings>

export const siteEndpoints = {
  info: endpoint({
    method: 'GET',
    path: '/site/info',
    summary: 'Name, look, contact and maintenance state of the site.',
    permission: 'public',
    /** The requested brand; by default the host's. */
    query: z.object({ identifier: z.string().max(200).optional() }),
    answer: z.object({
      platformName: z.string(),
      /** `OEM` for a signed-in super admin. */
      productName: z.string(),
      slogan: z.string().nullable(),
      theme: z.string(),
      favicon: z.string().nullable(),
      logo: z.string().nullable(),
      /** Another API base to switch to, from the server's list; null stays here. */
      host: z.string().nullable(),
      /** Nobody runs the platform yet: pages lead to the creation of the first super admin. */
      needsFirstAdmin: z.boolean(),
      /** Scripts of analytics and session recording, loaded only with the person's consent; empty is off. */
      analyticsUrls: z.array(z.string()),
      contact: z.object({ supportEmail: z.string().nullable() }),
      links: z.object({
        termsAndConditions: z.string().nullable(),
        privacyPolicy: z.string().nullable(),
        /** Where new people register, if not here. */
        registration: z.string().nullable(),
      }),
      status: z.object({ maintenance }),
      maintenance,
    }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/site/settings',
    summary: "The platform's own contact, links and maintenance, which companies may replace by theirs.",
    permission: 'role.superAdmin',
    answer: z.object({ settings: siteSettings }),
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/site/settings',
    summary: 'Changes the given fields and keeps the rest; null or an empty text clears a field.',
    permission: 'role.superAdmin',
    body: z.object({
      platformName: changedText(rules.platformName),
      supportEmail: changedText(rules.supportEmail),
      privacyPolicyUrl: changedText(rules.privacyPolicyUrl),
      termsUrl: changedText(rules.termsUrl),
      registrationUrl: changedText(rules.registrationUrl),
      isInMaintenance: z.boolean().optional(),
      maintenanceMessage: changedText(rules.maintenanceMessage),
      secondFactorDays: z.int().min(0).max(90).nullable().optional(),
    }),
    answer: z.object({ settings: siteSettings }),
  }),
  translations: endpoint({
    method: 'GET',
    path: '/site/translations/:locale',
    summary: 'The compiled texts of a language; what it lacks is filled from English.',
    permission: 'public',
    params: z.object({ locale: z.string().max(20) }),
    query: z.object({ selection: z.enum(['first']).optional() }),
    answer: z.object({ locale: z.string(), messages: z.record(z.string(), compiledMessage) }),
    errors: ['not_found'],
  }),
}
