import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const mail = z.object({
  id: z.number(),
  kind: z.string(),
  to: z.string(),
  locale: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  attempts: z.number(),
  /** The last reply of the mail server; null before it and after success. */
  error: z.string().nullable(),
  created_at: z.number(),
  next_attempt_at: z.number().nullable(),
  sent_at: z.number().nullable(),
})
mail.register(z.globalRegistry, { id: 'Mail' })
export type MailView = z.output<typeof mail>

export const outboxEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/outbox',
    summary: 'Mails of the last 90 days, newest first, 50 a page.',
    permission: 'role.superAdmin',
    query: z.object({
      state: z.enum(['queued', 'sent', 'failed']).optional(),
      /** Mails older than this one. */
      before: id.optional(),
    }),
    answer: z.object({
      /** Whether a mail server is configured; without one everything stays here. */
      sending: z.boolean(),
      mails: z.array(mail),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/outbox/:mailId',
    summary:
      'A mail with its text, but for one whose link opens an account: that is for its recipient alone.',
    permission: 'role.superAdmin',
    params: z.object({ mailId: id }),
    answer: z.object({
      mail: mail.extend({
        /** Null if it is sealed, or deleted because its link has expired or was sent. */
        text: z.string().nullable(),
        html: z.string().nullable(),
        /** Its link opens an account; an operator without a mail server creates one by `ohmstead admin link`. */
        is_sealed: z.boolean(),
      }),
    }),
    errors: ['not_found'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/outbox/:mailId/retry',
    summary: 'Tries a failed mail again.',
    permission: 'role.superAdmin',
    params: z.object({ mailId: id }),
    errors: ['not_found'],
  }),
}
