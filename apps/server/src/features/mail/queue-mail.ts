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
 * Writes a mail and puts it into the queue in the transaction of what causes it, so that both happen or neither.
 * `locale` is the recipient's language, null where unknown. `secretUntil` is when the link in it stops to open
 * anything: the text is removed then, and a mail not yet sent is given up.
 */
export async function queueMail<Kind extends MailKind>(
  tx: Queryable,
  mail: {
    kind: Kind
    to: string
    locale: string | null
    values: MailValues[Kind]
    secretUntil?: number
    /** Whose brand; left out that of the company the recipient's account belongs to. */
    companyId?: number | null
    /** Whom and what place it tells of, which it is deleted with; left out whom the recipient's account belongs to. */
    names?: { userId?: number; locationId?: number }
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
      named_user_id: mail.names?.userId ?? null,
      named_location_id: mail.names?.locationId ?? null,
    },
    clock.now(),
  )
}

/**
 * The page that a mail leads to shows the brand of the mail. It lies at the address of the platform all the same: where a
 * company's domain leads is the company's to say, and a link may carry a secret.
 */
function withIdentifier<Values extends object>(values: Values, brand: BrandRow | undefined): Values {
  const identifier = brand?.identifier ?? brand?.domain
  if (!identifier || !('url' in values)) return values
  const url = new URL(String(values.url))
  url.searchParams.set('identifier', identifier)
  return { ...values, url: url.href }
}
