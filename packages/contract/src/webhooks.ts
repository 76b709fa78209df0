import { alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const types = z
  .array(z.enum(alarmTypes))
  .min(1, 'required')
  .max(alarmTypes.length)
  .nullable()
  .describe('Only alarms of these types; null is all, also those of later versions.')

const webhook = z.object({
  id: z.number(),
  url: z.string().describe('Where it is sent to.'),
  types,
  location: z
    .object({ id: z.number(), name: z.string() })
    .nullable()
    .describe('Null for one of all locations of the company.'),
  old_secret_until: z
    .number()
    .nullable()
    .describe('Until when messages are also signed by the secret before, epoch milliseconds; else null.'),
  created_at: z.number().describe('When it was made, epoch milliseconds.'),
  created_by: z.string().nullable().describe('Who made it; null if that person is gone.'),
  waiting: z.number().describe('How many messages wait.'),
  failing_since: z
    .number()
    .nullable()
    .describe('Since when each try has failed, epoch milliseconds; null while the receiver answers.'),
  last_failure: z.string().nullable().describe('Why the last try failed; null while the receiver answers.'),
  next_try_at: z
    .number()
    .nullable()
    .describe('When a receiver that is away is tried again, epoch milliseconds.'),
  stopped_at: z.number().nullable().describe('When it was stopped, epoch milliseconds; null while it is on.'),
  stop_reason: z
    .enum(['failing', 'gone', 'no_access'])
    .nullable()
    .describe(
      'The receiver failed for a day, answered 410, or whoever made it no longer has access to the location.',
    ),
})
webhook.register(z.globalRegistry, { id: 'Webhook' })
export type WebhookView = z.output<typeof webhook>

const delivery = z.object({
  id: z.number().describe('Of the message; it is sent as `webhook-id` after `msg_`.'),
  kind: z.enum(['raised', 'cleared', 'test']).describe('That an alarm began, that it is over, or a test.'),
  type: z.enum(alarmTypes).nullable().describe('Of the alarm; null for a test or what befell the platform.'),
  alarm_id: z.number().nullable().describe('Null for a test or what befell the platform.'),
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  state: z.enum(['waiting', 'sent', 'failed', 'dropped']).describe('What became of it.'),
  reason: z.string().nullable().describe('Why it failed last, or was dropped (back).'),
  attempts: z.number().describe('How often it was tried.'),
  created_at: z.number().describe('When it was written, epoch milliseconds.'),
  done_at: z.number().nullable().describe('When it was sent or given up, epoch milliseconds.'),
})
delivery.register(z.globalRegistry, { id: 'WebhookDelivery' })
export type WebhookDeliveryView = z.output<typeof delivery>

const draft = z.object({
  url: z.url('regex').max(1000, 'max_length').describe('By https, on the public internet.'),
  types,
})
draft.register(z.globalRegistry, { id: 'WebhookDraft' })
const secret = z
  .string()
  .describe('What signs the messages. It is shown this once: begins with `whsec_`, then base64.')
const created = z.object({ id: z.number(), secret })
created.register(z.globalRegistry, { id: 'NewWebhook' })
const list = z.object({ webhooks: z.array(webhook) })
const log = z.object({ deliveries: z.array(delivery) })
const page = z.object({ before: id.optional() })

const ofCompany = z.object({ companyId: id })
const one = ofCompany.extend({ webhookId: id })
const ofLocation = z.object({ locationId: id })
const oneOfLocation = ofLocation.extend({ locationWebhookId: id })

export const webhookEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/companies/:companyId/webhooks',
    summary: 'The webhooks of a company, and those of its locations.',
    permission: 'company.edit',
    params: ofCompany,
    answer: list,
  }),
  create: endpoint({
    method: 'POST',
    path: '/companies/:companyId/webhooks',
    summary:
      'Makes a webhook for the alarms of all locations of a company. Only alarms that begin afterwards are told.',
    permission: 'company.edit',
    params: ofCompany,
    body: draft,
    answer: created,
    errors: ['too_many_webhooks'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/companies/:companyId/webhooks/:webhookId',
    summary: 'Changes where a webhook goes and which alarms it tells. What waits goes to the new address.',
    permission: 'company.edit',
    params: one,
    body: draft,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/companies/:companyId/webhooks/:webhookId',
    summary: 'Deletes a webhook, with what waits to be sent.',
    permission: 'company.edit',
    params: one,
    errors: ['not_found'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/companies/:companyId/webhooks/:webhookId/secret',
    summary: 'Makes a new secret for a webhook; for 24 hours messages are signed by the old one as well.',
    permission: 'company.edit',
    params: one,
    answer: z.object({ secret }),
    errors: ['not_found'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/companies/:companyId/webhooks/:webhookId/resume',
    summary: 'Goes on with a webhook that was stopped, with alarms from now on; one that waits is tried now.',
    permission: 'company.edit',
    params: one,
    errors: ['not_found'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/companies/:companyId/webhooks/:webhookId/test',
    summary: 'Sends a test, once and at once; the log of the webhook tells what became of it.',
    permission: 'company.edit',
    params: one,
    errors: ['not_found', 'too_many_attempts'],
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/companies/:companyId/webhooks/:webhookId/deliveries',
    summary: 'What a webhook was sent within 90 days, and what became of it; the newest first, 50 at a time.',
    permission: 'company.edit',
    params: one,
    query: page,
    answer: log,
    errors: ['not_found'],
  }),
  locationList: endpoint({
    method: 'GET',
    path: '/locations/:locationId/webhooks',
    summary: 'The webhooks of a location.',
    permission: 'location.edit',
    params: ofLocation,
    answer: list,
  }),
  locationCreate: endpoint({
    method: 'POST',
    path: '/locations/:locationId/webhooks',
    summary: 'Makes a webhook for the alarms of a location. Only alarms that begin afterwards are told.',
    permission: 'location.edit',
    params: ofLocation,
    body: draft,
    answer: created,
    errors: ['too_many_webhooks'],
  }),
  locationChange: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/webhooks/:locationWebhookId',
    summary: 'Changes where a webhook of a location goes and which alarms it tells.',
    permission: 'location.edit',
    params: oneOfLocation,
    body: draft,
    errors: ['not_found'],
  }),
  locationRemove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/webhooks/:locationWebhookId',
    summary: 'Deletes a webhook of a location, with what waits to be sent.',
    permission: 'location.edit',
    params: oneOfLocation,
    errors: ['not_found'],
  }),
  locationRenew: endpoint({
    method: 'POST',
    path: '/locations/:locationId/webhooks/:locationWebhookId/secret',
    summary:
      'Makes a new secret for a webhook of a location; for 24 hours messages are signed by the old one as well.',
    permission: 'location.edit',
    params: oneOfLocation,
    answer: z.object({ secret }),
    errors: ['not_found'],
  }),
  locationResume: endpoint({
    method: 'POST',
    path: '/locations/:locationId/webhooks/:locationWebhookId/resume',
    summary: 'Goes on with a webhook of a location that was stopped, with alarms from now on.',
    permission: 'location.edit',
    params: oneOfLocation,
    errors: ['not_found'],
  }),
  locationTest: endpoint({
    method: 'POST',
    path: '/locations/:locationId/webhooks/:locationWebhookId/test',
    summary: 'Sends a test, once and at once; the log of the webhook tells what became of it.',
    permission: 'location.edit',
    params: oneOfLocation,
    errors: ['not_found', 'too_many_attempts'],
  }),
  locationDeliveries: endpoint({
    method: 'GET',
    path: '/locations/:locationId/webhooks/:locationWebhookId/deliveries',
    summary: 'What a webhook of a location was sent within 90 days; the newest first, 50 at a time.',
    permission: 'location.edit',
    params: oneOfLocation,
    query: page,
    answer: log,
    errors: ['not_found'],
  }),
}
