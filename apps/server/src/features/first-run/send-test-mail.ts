import { randomUUID } from 'node:crypto'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import { senderAddress } from '../../platform/mail/create-smtp-sender.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { getPerson } from '../auth/passwords/person-queries.ts'
import { renderMail } from '../mail/render-mail.ts'
import { findHomeCompany } from '../site/brand-queries.ts'
import { getSiteInfo } from '../site/site-info.ts'

/** A mail to the person themselves, past the queue, so that they see the mail server's reply at once. */
export async function sendTestMail(
  { db, clock, settings, mailer }: Pick<PlatformDeps, 'db' | 'clock' | 'settings' | 'mailer'>,
  userId: number,
): Promise<{ to: string; isSent: boolean; reason: string | null }> {
  const { email: to, first_name: name, locale } = await getPerson(db, userId)
  if (!mailer.isSending) return { to, isSent: false, reason: null }
  const sender = senderAddress(settings)
  const rendered = renderMail(
    'test',
    { name, address: sender },
    {
      locale: chooseLocale([locale]),
      brand: await getSiteInfo(db, { companyId: await findHomeCompany(db, to) }),
      publicUrl: settings.publicUrl,
    },
  )
  const reason = await mailer.sendNow({
    message_id: `<${randomUUID()}@${sender.split('@')[1]}>`,
    recipient: to,
    sender_name: rendered.senderName,
    sender_address: null,
    subject: rendered.subject,
    body_text: rendered.text,
    body_html: rendered.html,
    unsubscribe_url: null,
    created_at: clock.now(),
  })
  return { to, isSent: reason === null, reason }
}
