import { randomUUID } from 'node:crypto'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import type { Queryable } from '../../platform/db/db.ts'
import { senderAddress } from '../../platform/mail/create-smtp-sender.ts'
import { insertMail } from '../../platform/mail/mail-queries.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { type BrandRow, findBrand, findHomeCompany, findRoleOf } from '../site/brand-queries.ts'
import { getSiteInfo, productNameFor } from '../site/site-info.ts'
import type { MailKind, MailValues } from './mail-kinds.ts'
import { renderMail } from './render-mail.ts'

/**
 * Writes a mail and queues it in the transaction of its cause, so that both happen or neither.
 * `locale` is the recipient's language, null if unknown. `secretUntil` is when the link in it expires:
 * the text is deleted then, and an unsent mail is given up.
 */
export async function queueMail<Kind extends MailKind>(
  tx: Queryable,
  mail: {
    kind: Kind
    to: string
    locale: string | null
    values: MailValues[Kind]
    secretUntil?: number
    /** Its brand; by default that of the company the recipient's account belongs to. */
    companyId?: number | null
    /** The person and location it is about, with which it is deleted; by default the recipient's account. */
    names?: { userId?: number; locationId?: number }
    /** Where the recipient ends mails of this kind. */
    unsubscribeUrl?: string
  },
  { clock, settings }: Pick<PlatformDeps, 'clock' | 'settings'>,
): Promise<void> {
  const locale = chooseLocale([mail.locale])
  const companyId = mail.companyId ?? (await findHomeCompany(tx, mail.to))
  const site = await getSiteInfo(tx, { companyId })
  const brand = { ...site, productName: productNameFor(site, await findRoleOf(tx, mail.to)) }
  const sender = companyId === null ? undefined : await findBrand(tx, { companyId })
  const rendered = renderMail(mail.kind, withIdentifier(mail.values, sender), {
    locale,
    brand,
    publicUrl: settings.publicUrl,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
  })
  const host = senderAddress(settings).split('@')[1]
  await insertMail(
    tx,
    {
      message_id: `<${randomUUID()}@${host}>`,
      kind: mail.kind,
      recipient: mail.to,
      locale,
      sender_name: sender?.sender_name ?? rendered.senderName,
      sender_address: sender?.sender_email ?? null,
      subject: rendered.subject,
      body_text: rendered.text,
      body_html: rendered.html,
      secret_until: mail.secretUntil ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      named_user_id: mail.names?.userId ?? null,
      named_location_id: mail.names?.locationId ?? null,
    },
    clock.now(),
  )
}

/**
 * The page that a mail links to shows the brand of the mail. It is at the platform's address all the same: a
 * company controls where its domain leads, and a link may contain a secret.
 */
function withIdentifier<Values extends object>(values: Values, brand: BrandRow | undefined): Values {
  const identifier = brand?.identifier ?? brand?.domain
  if (!identifier || !('url' in values)) return values
  const url = new URL(String(values.url))
  url.searchParams.set('identifier', identifier)
  return { ...values, url: url.href }
}
