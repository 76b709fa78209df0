import { type MailView, outboxEndpoints } from '@ohmstead/contract/outbox'
import { AppError } from '../../platform/app-error.ts'
import { findMail, listMails, type MailRow, retryMail } from '../../platform/mail/mail-queries.ts'
import { type Route, route } from '../../route.ts'

const pageSize = 50

export const outboxRoutes: Route[] = [
  route(outboxEndpoints.list, async ({ db, deps, query }) => {
    const rows = await listMails(db, { state: query.state, before: query.before, limit: pageSize })
    return { sending: deps.mailer.isSending, mails: rows.map(toView) }
  }),

  route(outboxEndpoints.get, async ({ db, deps, params }) => {
    const row = await findMail(db, params.mailId)
    if (!row) throw new AppError('not_found')
    const isSealed = opensAccount(row) && !deps.settings.demo
    const [text, html] = isSealed ? [null, null] : [row.body_text, row.body_html]
    return { mail: { ...toView(row), text, html, is_sealed: isSealed } }
  }),

  route(outboxEndpoints.retry, async ({ db, deps, params }) => {
    const isRetried = await retryMail(db, params.mailId, deps.clock.now())
    if (!isRetried) throw new AppError('not_found')
  }),
]

/**
 * Whoever has the link of such a mail can take over the account. Its recipient may be a super admin as well, so no other
 * one reads it. An invitation opens for the invited address only.
 */
const opensAccount = ({ secret_until, kind, body_text }: MailRow) =>
  secret_until !== null && kind !== 'invitation' && body_text !== null

function toView(row: MailRow): MailView {
  const { id, kind, locale, subject, state, attempts, error, created_at, next_attempt_at, sent_at } = row
  return {
    id,
    kind,
    to: row.recipient,
    locale,
    subject,
    state,
    attempts,
    error,
    created_at,
    next_attempt_at,
    sent_at,
  }
}
