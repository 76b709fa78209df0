import { accountEndpoints } from '@ohmstead/contract/account'
import { AppError } from '../../platform/app-error.ts'
import { sql } from '../../platform/db/sql.ts'
import { route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { getPerson } from '../auth/passwords/person-queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { getSiteInfo } from '../site/site-info.ts'

const dayMs = 86_400_000
const action = 'manual_deletion_requested'

export const manualDeletionRoute = route(accountEndpoints.requestManualDeletion, async (context) => {
  const { db, deps, actor } = context
  const { userId } = actor
  const now = deps.clock.now()
  const support = (await getSiteInfo(db)).contact.supportEmail
  if (!support) throw new AppError('super_admin_stays')
  const requestedAt = await db.transaction(async (tx) => {
    // Two presses at once are one request.
    await tx.row(sql`select 1 from app_user where id = ${userId} for update`)
    const earlier = await tx.row<{ at: number }>(
      sql`select at from audit_log where actor_id = ${userId} and action = ${action}
            and at > ${new Date(now - dayMs)} order by id desc limit 1`,
    )
    if (earlier) return earlier.at
    const { first_name, last_name, email, locale } = await getPerson(tx, userId)
    const values = { name: '', person: `${first_name} ${last_name}`.trim(), account: email }
    const names = { userId }
    await queueMail(tx, { kind: 'manual_deletion', to: support, locale, values, names }, deps)
    await recordAudit(tx, auditContextOf(context), { action, userId })
    return now
  })
  return { requested_at: requestedAt }
})
