import { companySettingsFormRules as rules } from '@ohmstead/domain/forms/company-settings-form'
import { themeNames } from '@ohmstead/domain/site/theme-names'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { imageTypes } from './media-types.ts'
import { bodyId, changedText, id, ruledText } from './wire.ts'

const text = z.string().nullable()

const companySettings = z.object({
  name: z.string(),
  contactEmail: text,
  contactPhone: text,
  supportEmail: text,
  productName: text,
  platformName: text,
  slogan: text,
  /** The host name under which people see this brand. */
  domain: text,
  /** The value of `?identifier=` for this brand. */
  identifier: text,
  theme: z.enum(themeNames).nullable(),
  privacyPolicyUrl: text,
  termsUrl: text,
  registrationUrl: text,
  /** The group of new household locations; null is the root group. */
  defaultLocationGroupId: z.number().nullable(),
  senderName: text,
  senderEmail: text,
  /** Addresses of the images below the API's host. */
  logo: text,
  favicon: text,
})
companySettings.register(z.globalRegistry, { id: 'CompanySettings' })
export type CompanySettingsView = z.output<typeof companySettings>

/** `ok`: found as shown; `wrong`: a different one or more than one; `failed`: the name servers did not answer. */
export const dnsStates = ['ok', 'missing', 'wrong', 'failed'] as const

const senderRecord = z.object({
  kind: z.enum(['SPF', 'DKIM', 'DMARC']),
  required: z.boolean(),
  /** To be entered at the domain's name servers: a TXT record with this name and value. */
  name: z.string(),
  value: z.string(),
  state: z.enum(dnsStates),
  /** The actual answer of the name servers, for a person to compare. */
  found: z.array(z.string()),
})
senderRecord.register(z.globalRegistry, { id: 'SenderRecord' })
export type SenderRecordView = z.output<typeof senderRecord>

/** `granted` was given by a super admin and needs no record; the brand is shown unless `unproven`. */
const companyDomain = z.object({
  domain: text,
  state: z.enum(['unproven', 'proven', 'granted']),
  /** To be entered at the domain's name servers: a TXT record with this name and value. */
  record: z.object({ name: z.string(), value: z.string() }).nullable(),
  /** Whether it was found just now; null if not checked, or no name server answered. */
  found: z.boolean().nullable(),
  /** When the host name is removed because its record is no longer found; null if it is. */
  withdrawn_at: z.number().nullable(),
})
companyDomain.register(z.globalRegistry, { id: 'CompanyDomain' })
export type CompanyDomainView = z.output<typeof companyDomain>

const companyId = z.object({ companyId: id })
const answer = z.object({ settings: companySettings })
const image = z.object({ content: z.base64('required').min(1, 'required').max(700_000, 'max') })
image.register(z.globalRegistry, { id: 'UploadedImage' })

export const companySettingsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/companies/:companyId/settings',
    summary: 'How a company presents itself to its people.',
    permission: 'company.edit',
    params: companyId,
    answer,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/companies/:companyId/settings',
    summary: 'Changes the given fields and keeps the rest; null or an empty text clears a field.',
    permission: 'company.edit',
    params: companyId,
    body: z.object({
      name: ruledText(rules.name).optional(),
      contactEmail: changedText(rules.contactEmail),
      contactPhone: changedText(rules.contactPhone),
      supportEmail: changedText(rules.supportEmail),
      productName: changedText(rules.productName),
      platformName: changedText(rules.platformName),
      slogan: changedText(rules.slogan),
      domain: changedText(rules.domain),
      identifier: changedText(rules.identifier),
      theme: z.enum(themeNames).nullable().optional(),
      privacyPolicyUrl: changedText(rules.privacyPolicyUrl),
      termsUrl: changedText(rules.termsUrl),
      registrationUrl: changedText(rules.registrationUrl),
      defaultLocationGroupId: bodyId.nullable().optional(),
      senderName: changedText(rules.senderName),
      senderEmail: changedText(rules.senderEmail),
    }),
    answer,
    errors: ['domain_reserved', 'domain_taken', 'identifier_taken', 'not_found'],
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/companies/:companyId/logo',
    summary: 'Sets the logo: base64 of a PNG, JPEG, WebP or plain SVG of at most 512 kB.',
    permission: 'company.edit',
    params: companyId,
    body: image,
    answer,
    errors: ['image_refused', 'payload_too_large'],
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/companies/:companyId/logo',
    summary: 'Takes the logo away.',
    permission: 'company.edit',
    params: companyId,
  }),
  setFavicon: endpoint({
    method: 'PUT',
    path: '/companies/:companyId/favicon',
    summary: 'Sets the favicon: base64 of an ICO, PNG or plain SVG of at most 512 kB.',
    permission: 'company.edit',
    params: companyId,
    body: image,
    answer,
    errors: ['image_refused', 'payload_too_large'],
  }),
  removeFavicon: endpoint({
    method: 'DELETE',
    path: '/companies/:companyId/favicon',
    summary: 'Takes the favicon away.',
    permission: 'company.edit',
    params: companyId,
  }),
  domain: endpoint({
    method: 'GET',
    path: '/companies/:companyId/domain',
    summary: "A company's host name, and the DNS record that proves it.",
    permission: 'company.edit',
    params: companyId,
    answer: companyDomain,
  }),
  checkDomain: endpoint({
    method: 'POST',
    path: '/companies/:companyId/domain/check',
    summary: 'Looks for the DNS record now; where it is found the brand is shown at the host name.',
    permission: 'company.edit',
    params: companyId,
    answer: companyDomain,
    errors: ['conflict', 'domain_taken', 'too_many_attempts'],
  }),
  checkSender: endpoint({
    method: 'POST',
    path: '/companies/:companyId/sender/check',
    summary:
      "Looks up the DNS records that the sender's domain needs, and turns its address on or off accordingly.",
    permission: 'company.edit',
    params: companyId,
    answer: z.object({
      senderEmail: text,
      /** Empty without a sender. DKIM is missing if the server signs no mail. */
      records: z.array(senderRecord),
      /** Whether mails are sent from this address: all required records were found. */
      active: z.boolean(),
    }),
    errors: ['domain_taken', 'too_many_attempts'],
  }),
}

export const brandImageEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/site/images/:imageName',
    summary: 'A logo or favicon by the fingerprint of its content.',
    media: Object.values(imageTypes),
    permission: 'public',
    params: z.object({ imageName: z.string().regex(/^[0-9a-f]{64}\.(png|jpg|webp|svg|ico)$/) }),
    errors: ['not_found'],
  }),
}
