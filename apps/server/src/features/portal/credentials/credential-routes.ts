import { type CredentialView, externalCredentialEndpoints } from '@ohmstead/contract/portal-credentials'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { takeAttempt } from '../../../platform/throttle.ts'
import { type Route, route } from '../../../route.ts'
import { auditContextOf, recordAudit } from '../../audit/record-audit.ts'
import { removeOrphans } from '../import/remove-orphans.ts'
import { resumeImports } from '../import/resume-imports.ts'
import { maskToken } from '../points/abstract-device-view.ts'
import { checkTypedToken } from './check-credential.ts'
import {
  type CredentialRow,
  deleteCredential,
  findCredential,
  findCredentials,
  findSealed,
  insertCredential,
  replaceToken,
} from './credential-queries.ts'
import { sealToken } from './open-token.ts'
import { requireCountry } from './require-country.ts'

const mostTokens = 20
// Trying other people's tokens would happen here.
const limit = { attempts: 20, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }

export const externalCredentialRoutes: Route[] = [
  route(externalCredentialEndpoints.list, async ({ db, actor }) => ({
    credentials: (await findCredentials(db, actor.userId)).map(toView),
  })),

  route(externalCredentialEndpoints.create, async ({ db, deps, actor, body, request }) => {
    const { userId } = actor
    const audit = auditContextOf({ actor, deps, request })
    await requireCountry(db, actor)
    await takeAttempt(db, `external-credential:${userId}`, limit, audit.at)
    if ((await findCredentials(db, userId)).length >= mostTokens) throw new AppError('too_many_credentials')
    const sealed = sealToken(deps, userId, body.token)
    const id = await db.transaction(async (tx) => {
      const inserted = await insertCredential(tx, { userId, ...sealed, now: audit.at })
      if (inserted === undefined) throw new AppError('credential_exists')
      await recordAudit(tx, audit, { action: 'external_credential_added', userId, after: { id: inserted } })
      return inserted
    })
    await checkTypedToken(deps, (await findSealed(db, userId, id))!)
    return { credential: await getView(db, userId, id) }
  }),

  route(externalCredentialEndpoints.replace, async ({ db, deps, actor, params, body, request }) => {
    const { userId } = actor
    const id = params.credentialId
    const audit = auditContextOf({ actor, deps, request })
    if (!(await findCredential(db, userId, id))) throw new AppError('not_found')
    await takeAttempt(db, `external-credential:${userId}`, limit, audit.at)
    const sealed = sealToken(deps, userId, body.token)
    await db.transaction(async (tx) => {
      if (!(await replaceToken(tx, { id, userId, ...sealed, now: audit.at })))
        throw new AppError('credential_exists')
      await recordAudit(tx, audit, { action: 'external_credential_replaced', userId, after: { id } })
    })
    const credential = (await findSealed(db, userId, id))!
    await checkTypedToken(deps, credential, () => resumeImports(deps, id))
    return { credential: await getView(db, userId, id) }
  }),

  route(externalCredentialEndpoints.remove, async ({ db, deps, actor, params, request }) => {
    const audit = auditContextOf({ actor, deps, request })
    const { userId } = actor
    return db.transaction(async (tx) => {
      if ((await deleteCredential(tx, userId, params.credentialId)) === 0) throw new AppError('not_found')
      const before = { id: params.credentialId }
      await recordAudit(tx, audit, { action: 'external_credential_removed', userId, before })
      return { removed_device_ids: await removeOrphans(tx, audit, userId) }
    })
  }),
]

/** Throws `not_found` if it was deleted meanwhile. */
async function getView(db: Queryable, userId: number, id: number): Promise<CredentialView> {
  const row = await findCredential(db, userId, id)
  if (!row) throw new AppError('not_found')
  return toView(row)
}

function toView({ hint, ...row }: CredentialRow): CredentialView {
  return { ...row, token: maskToken(hint) }
}
