import { Readable } from 'node:stream'
import { accountEndpoints } from '@ohmstead/contract/account'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { activeRole } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { fileRoute, type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { getPerson } from '../auth/passwords/person-queries.ts'
import { proveIdentity } from '../auth/prove-identity.ts'
import { endUserSessions } from '../auth/session.ts'
import { clearSessionCookie } from '../auth/session-cookie.ts'
import { takePersonMailAttempt } from '../auth/sign-in-attempts.ts'
import { getUserView } from '../auth/user-queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findName, setDeletionDue, updateName } from './account-queries.ts'
import { requestNewEmail } from './change-email.ts'
import {
  claimExport,
  deleteExportParts,
  findExportPart,
  findNewestExport,
  insertExport,
} from './export-queries.ts'
import { gatherOwnData } from './gather-own-data.ts'
import { manualDeletionRoute } from './request-manual-deletion.ts'

const dayMs = 86_400_000
const graceDays = 30
const exportLivesMs = 2 * dayMs
const exports = { attempts: 5, windowSeconds: 86_400, firstWaitSeconds: 3600, longestWaitSeconds: 43_200 }

export const accountRoutes: Route[] = [
  route(accountEndpoints.updatePerson, async (context) => {
    const { db, actor, body } = context
    await db.transaction(async (tx) => {
      const changed = changedFields((await findName(tx, actor.userId))!, body)
      if (!changed) return
      await updateName(tx, actor.userId, body)
      await recordAudit(tx, auditContextOf(context), {
        action: 'personal_information_changed',
        userId: actor.userId,
        ...changed,
      })
    })
    return { user: await getUserView(db, actor) }
  }),

  route(accountEndpoints.changeEmail, async (context) => {
    const { deps, actor, body, request } = context
    const person = await proveIdentity(deps, { actor, password: body.password, request })
    if (body.email === person.email) throw new AppError('invalid_request', { fields: { email: 'is_not' } })
    await takePersonMailAttempt(deps, actor, body.email)
    const audit = auditContextOf(context)
    // After the answer, so that its duration does not reveal whether the address has an account.
    deps.background.run('change of address', () => requestNewEmail(deps, audit, person, body.email))
  }),

  route(accountEndpoints.exportState, async ({ db, deps, actor }) => ({
    export: (await findNewestExport(db, actor.userId, deps.clock.now())) ?? null,
  })),

  route(accountEndpoints.startExport, async (context) => {
    const { db, deps, actor } = context
    const { userId } = actor
    const now = deps.clock.now()
    await takeAttempt(db, `export:${userId}`, exports, now)
    let exportId = 0
    // One after the other, across all people: each reads for minutes.
    const start = { kind: 'account_export', takesTurns: true, createdBy: userId }
    const work = (progress: JobProgress) => gatherOwnData(progress, { exportId, userId, now })
    await deps.jobs.run(start, work, async (tx, jobId) => {
      await recordAudit(tx, auditContextOf(context), { action: 'export_requested', userId })
      exportId = await insertExport(tx, { userId, jobId, now, expiresAt: now + exportLivesMs })
    })
    const started = await findNewestExport(db, userId, now)
    // Another one was started at the same moment and has replaced it.
    if (started?.id !== exportId) throw new AppError('conflict')
    return { export: started }
  }),

  fileRoute(accountEndpoints.downloadExport, async (context) => {
    const { db, actor, deps, params } = context
    const { userId } = actor
    const length = await db.transaction(async (tx) => {
      const claimed = await claimExport(tx, { ...params, userId, now: deps.clock.now() })
      if (claimed === undefined) throw new AppError('not_found')
      await recordAudit(tx, auditContextOf(context), { action: 'export_downloaded', userId })
      return claimed
    })
    return {
      type: mediaTypes.zip,
      content: Readable.from(readParts(db, params.exportId)),
      length,
      saveAs: 'my-data.zip',
    }
  }),

  route(accountEndpoints.requestDeletion, async (context) => {
    const { db, deps, actor, body, reply } = context
    if (activeRole(actor) === 'ROLE_SUPER_ADMIN') throw new AppError('super_admin_stays')
    const person = await getPerson(db, actor.userId)
    if (body.email !== person.email) throw new AppError('invalid_request', { fields: { email: 'is_not' } })
    const dueAt = deps.clock.now() + graceDays * dayMs
    await db.transaction(async (tx) => {
      await setDeletionDue(tx, actor.userId, dueAt)
      await endUserSessions(tx, actor.userId, null)
      const url = `${deps.settings.publicUrl}/auth/login`
      const values = { name: person.first_name, time: dueAt, url }
      await queueMail(tx, { kind: 'account_deletion', to: person.email, locale: person.locale, values }, deps)
      await recordAudit(tx, auditContextOf(context), {
        action: 'deletion_requested',
        userId: actor.userId,
        after: { deletionDueAt: dueAt },
      })
    })
    clearSessionCookie(deps, reply)
    return { deletion_due_at: dueAt }
  }),

  manualDeletionRoute,
]

/** One part in memory at a time; however the download ends, nothing remains. */
async function* readParts(db: Db, exportId: number): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; ; position++) {
      const part = await findExportPart(db, exportId, position)
      if (!part) return
      yield part
    }
  } finally {
    await deleteExportParts(db, exportId)
  }
}
