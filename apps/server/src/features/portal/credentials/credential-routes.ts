import { type CredentialView, externalCredentialEndpoints } from '@ohmstead/contract/portal-credentials'
import { AppError } from '../../../platform/app-error.ts'
import { takeAttempt } from '../../../platform/throttle.ts'
import { type Route, route } from '../../../route.ts'
import { auditContextOf, recordAudit } from '../../audit/record-audit.ts'
import { removeOrphans } from '../import/remove-orphans.ts'
import { maskToken } from '../points/abstract-device-view.ts'
import { checkCredential } from './check-credential.ts'
import {
  type CredentialRow,
  deleteCredential,
  findCredential,
  findCredentials,
  findSealed,
  insertCredential,
} from './credential-queries.ts'
import { sealToken } from './open-token.ts'

const mostTokens = 20
// Who tries tokens that are not theirs does it here.
const limit = { attempts: 20, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }

export const externalCredentialRoutes: Route[] = [
  route(externalCredentialEndpoints.list, async ({ db, actor }) => ({
    credentials: (await findCredentials(db, actor.userId)).map(toView),
  })),

  route(externalCredentialEndpoints.create, async ({ db, deps, actor, body, request }) => {
    const { userId } = actor
    const audit = auditContextOf({ actor, deps, request })
    await takeAttempt(db, `external-credential:${userId}`, limit, audit.at)
    if ((await findCredentials(db, userId)).length >= mostTokens) throw new AppError('too_many_credentials')
    const sealed = sealToken(deps, userId, body.token)
    const id = await db.transaction(async (tx) => {
      const inserted = await insertCredential(tx, { userId, ...sealed, now: audit.at })
      if (inserted === undefined) throw new AppError('credential_exists')
      await recordAudit(tx, audit, { action: 'external_credential_added', userId, after: { id: inserted } })
      return inserted
    })
    const credential = (await findSealed(db, userId, id))!
    deps.background.run('check token', () => checkCredential(deps, credential))
    return { credential: toView((await findCredential(db, userId, id))!) }
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

function toView({ hint, ...row }: CredentialRow): CredentialView {
  return { ...row, token: maskToken(hint) }
}
