import type { FieldNotes } from '../field-note.ts'

/** Webhooks. */
export const webhookNotes: FieldNotes = {
  webhookId: 'The webhook of the company.',
  locationWebhookId: 'The webhook of the location.',
}
