import { gzipSync } from 'node:zlib'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { type AuditContext, recordAudit } from '../../audit/record-audit.ts'
import { getPlace, type PortalPlace } from '../client/ask-portal.ts'
import { addDays, localDay } from '../client/portal-dates.ts'
import { isUseless, PortalError } from '../client/portal-error.ts'
import { noteRefusal } from '../credentials/check-credential.ts'
import { findSealed, type SealedCredential, setCredentialState } from '../credentials/credential-queries.ts'
import { openToken } from '../credentials/open-token.ts'
import { wantImport } from '../import/portal-import-queries.ts'
import { insertAnswer } from '../readings/quarter-hour-queries.ts'
import { findDeviceByEimm } from './abstract-device-queries.ts'
import { bindCredential, upsertPortalDevice } from './device-change-queries.ts'
import { refuseTooManyPoints } from './point-limit.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'secrets' | 'portal' | 'imports' | 'log'>

/** How far back the portal keeps data, and the maximum shown at once. */
export const historyDays = 730

/**
 * Adds a metering place that the first token gives access to, or binds further tokens to it. Its import begins at
 * once. Throws AppError with the portal's refusal, or `device_exists` if nothing is new.
 */
export async function addDevice(
  deps: Needed,
  audit: AuditContext,
  { userId, eimm, tokenIds }: { userId: number; eimm: string; tokenIds: readonly number[] },
): Promise<number> {
  const { db } = deps
  const credentials: SealedCredential[] = []
  for (const tokenId of new Set(tokenIds)) {
    const credential = await findSealed(db, userId, tokenId)
    if (!credential) throw new AppError('not_found')
    credentials.push(credential)
  }
  const known = await findDeviceByEimm(db, userId, eimm)
  const isBound = ({ id }: SealedCredential) =>
    known?.credentials.some(({ token_id }) => token_id === id) ?? false
  if (credentials.every(isBound)) throw new AppError('device_exists')
  const place = await askForPlace(deps, credentials.find((credential) => !isBound(credential))!, eimm)
  const deviceId = await db.transaction(async (tx) => {
    const id = await upsertPortalDevice(tx, userId, { ...place, eimm }, audit.at)
    if (!known) await refuseTooManyPoints(tx, userId)
    for (const credential of credentials) await bindCredential(tx, id, credential.id)
    const proof = { deviceId: id, source: 'place', now: audit.at, content: gzipSync(place.raw) }
    if (!known || known.source === 'csv') await insertAnswer(tx, proof)
    await wantWholeImport(tx, id, audit.at)
    await recordAudit(tx, audit, {
      action: 'abstract_device_added',
      userId,
      after: { id, eimm, tokens: credentials.map((credential) => credential.id) },
    })
    return id
  })
  await deps.imports.start(deviceId)
  return deviceId
}

/** Everything that the portal has; returns whether an import was started. */
export function wantWholeImport(tx: Queryable, deviceId: number, now: number, tryAt = now) {
  const toDay = localDay(now)
  const range = { fromDay: addDays(toDay, -historyDays), openDay: toDay, toDay }
  return wantImport(tx, deviceId, range, now, tryAt)
}

async function askForPlace(deps: Needed, credential: SealedCredential, eimm: string): Promise<PortalPlace> {
  const { db, clock, portal } = deps
  try {
    const place = await getPlace({ client: portal, token: openToken(deps, credential), tries: 2 }, eimm)
    if (credential.state !== 'accepted')
      await setCredentialState(db, credential, { state: 'accepted', now: clock.now() })
    return place
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    if (saysSomethingOfToken(error, credential)) await noteRefusal(deps, credential, error)
    else
      deps.log.info(
        { credential: credential.id, status: error.status, explanation: error.explanation },
        'place not read',
      )
    throw new AppError(error.code, error.code === 'portal_busy' ? { retryAfterSeconds: 60 } : {})
  }
}

/** An error of the portal does not invalidate a token that it accepted before. */
const saysSomethingOfToken = (error: PortalError, { state }: SealedCredential) =>
  isUseless(error) || (error.status === 500 && state !== 'accepted')
