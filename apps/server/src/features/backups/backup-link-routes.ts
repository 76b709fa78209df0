import { Readable } from 'node:stream'
import { backupLimits } from '@ohmstead/contract/backups'
import { parseSerial } from '@ohmstead/domain/fleet/serial'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../platform/network-of.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { createTurns } from '../../platform/turns.ts'
import { createErrorAnswer } from '../link/answer-sender.ts'
import { LinkRequestError } from '../link/link-request-error.ts'
import { planNext } from './backup-plans.ts'
import { failBackup, findBackup } from './backup-queries.ts'
import { endRun } from './runs.ts'
import { ContentRefused, readContent, storeContent } from './store-content.ts'
import { redeemTicket, type TicketKind } from './tickets.ts'

// Addresses are too long to guess; the limit keeps somebody who tries from the database.
const guesses = { attempts: 50, windowSeconds: 3600, firstWaitSeconds: 30, longestWaitSeconds: 3600 }
/** Bodies that arrive at once, half a megabyte of each in memory; the others wait, unread. */
const mostArriving = 64
/** Parts of them that are stored at once. */
const atOnce = 4

interface Addressed {
  Params: { serial: string; token: string }
}

/** Where controllers send and fetch their backups: addresses that work once, for the controller that was told. */
export async function registerBackupLinkRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const takePlace = createTurns(mostArriving)
  const takeTurn = createTurns(atOnce)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, body, done) => done(null, body))
    scope.setErrorHandler(createErrorAnswer(deps.clock))

    scope.put<Addressed>(
      '/link/v1/:serial/backups/:token',
      { bodyLimit: backupLimits.maxBytes },
      async (request) => {
        const ticket = await redeem(deps, request, 'upload')
        const { backup_id: backupId, controller_id: controllerId } = ticket
        try {
          const announced = await readAnnounced(deps, request, backupId)
          const body = request.body instanceof Readable ? request.body : Readable.from([])
          await takePlace(() => storeContent(deps, { backupId, controllerId }, body, announced, takeTurn))
          await planNext(deps.db, controllerId, deps.clock.now())
          return { v: 1, stored: announced.sizeBytes }
        } catch (error) {
          throw error instanceof ContentRefused ? describeRefusal(error) : error
        } finally {
          await endRun(deps.db, controllerId, null)
        }
      },
    )

    scope.get<Addressed>(
      '/link/v1/:serial/backups/:token',
      { exposeHeadRoute: false },
      async (request, reply) => {
        const { backup_id, controller_id } = await redeem(deps, request, 'download')
        const backup = await findBackup(deps.db, controller_id, backup_id)
        if (!backup) throw unknownAddress()
        const key = deps.secrets.open(backup.sealed_key, 'controllerBackup', backup.id)
        return reply
          .type('application/octet-stream')
          .headers({
            'cache-control': 'no-store',
            'content-length': backup.size_bytes,
            'content-digest': `sha-256=:${Buffer.from(backup.sha256, 'hex').toString('base64')}:`,
          })
          .send(Readable.from(readContent(deps, backup, key)))
      },
    )
  })
}

const unknownAddress = () =>
  new LinkRequestError(
    404,
    'not_found',
    'This address was used, is over or never was. Wait for a new command.',
  )

async function redeem(deps: Deps, request: FastifyRequest<Addressed>, kind: TicketKind) {
  const { serial = '', token } = request.params
  const now = deps.clock.now()
  const parsed = parseSerial(serial)
  const ticket =
    parsed && token.length <= 200
      ? await redeemTicket(deps.db, { token, serial: parsed.serial, kind }, now)
      : undefined
  if (ticket) return ticket
  await takeAttempt(deps.db, `backup address ${networkOf(request.ip)}`, guesses, now)
  throw unknownAddress()
}

/** Size and hash must be known before, so that what was cut off is not taken for a backup. */
async function readAnnounced(deps: Deps, { headers }: FastifyRequest, backupId: number) {
  const sizeBytes = Number(headers['content-length'])
  const digest = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(String(headers['content-digest'] ?? ''))?.[1]
  const refuse = async (code: 'too_large' | 'wrong_size' | 'wrong_hash') => {
    await failBackup(deps.db, backupId, code)
    return new ContentRefused(code)
  }
  if (sizeBytes > backupLimits.maxBytes) throw await refuse('too_large')
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1) throw await refuse('wrong_size')
  if (!digest || (headers['content-encoding'] ?? 'identity') !== 'identity') throw await refuse('wrong_hash')
  return { sizeBytes, sha256: Buffer.from(digest, 'base64').toString('hex') }
}

function describeRefusal({ code }: ContentRefused): LinkRequestError {
  const most = `A backup has at most ${backupLimits.maxBytes} bytes`
  if (code === 'too_large') return new LinkRequestError(413, code, `Not kept. ${most}.`)
  if (code === 'stopped') return new LinkRequestError(410, code, 'Not kept. Nobody waits for it any more.')
  const message =
    code === 'wrong_size'
      ? `Content-Length must say how long it is. ${most}.`
      : code === 'wrong_hash'
        ? 'Content-Digest must hold its sha-256, and the body as it is must match.'
        : 'The body ended early.'
  return new LinkRequestError(400, code, `Not kept. ${message}`)
}
