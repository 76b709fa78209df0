import { parseSerial } from '@ohmstead/domain/fleet/serial'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { createPacketPace } from '../../platform/mqtt/packet-pace.ts'
import { createTurns } from '../../platform/turns.ts'
import { createErrorAnswer } from '../link/answer-sender.ts'
import { httpPace, identifySender, readToken } from '../link/http-sender.ts'
import { LinkRequestError } from '../link/link-request-error.ts'
import { createLinkTurns } from '../link/link-turns.ts'
import { describeDeployment, describeDevice, fileNameOf } from './ddi-answers.ts'
import { findHold } from './find-hold.ts'
import { handleCancelFeedback, handleFeedback } from './handle-feedback.ts'
import { createPartsCount } from './parts-count.ts'
import { readAttributes } from './read-attributes.ts'
import { readFeedback } from './read-feedback.ts'
import { findRange, sendArtifact } from './send-artifact.ts'
import {
  countFetch,
  endUpdate,
  findOpenUpdate,
  lacksAttributes,
  lockUpdate,
  type OpenUpdate,
  saveAttributes,
  saveHold,
  saveProgress,
} from './update-queries.ts'

/** A device that fetches its file so often never tells that it is done, and would go on forever. */
const mostFetches = 5
const mostBytes = 64 * 1024
const place = '/ddi/:tenant/controller/v1/:serial'

interface Addressed {
  Params: { tenant: string; serial: string }
}
interface OfAction {
  Params: Addressed['Params'] & { actionId: string }
}
interface OfFile {
  Params: Addressed['Params'] & { imageId: string; fileName: string }
}

/**
 * The device interface of hawkBit (DDI), for SWUpdate and others: a controller polls with its own token and is told what to
 * install. There is one tenant, so its name is not looked at.
 */
export async function registerDdiRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { clock } = deps
  const db = deps.db.at('page')
  const turns = {
    ofAll: createLinkTurns(deps.db),
    ofRefused: createTurns(1),
    pace: createPacketPace(undefined, httpPace),
  }
  const takeTurn = createLinkTurns(deps.db)
  const parts = createPartsCount()

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler(createErrorAnswer(clock))
    scope.addHook('onRequest', async (request) => {
      const { serial: text = '' } = request.params as Partial<Addressed['Params']>
      const serial = parseSerial(text)?.serial
      if (serial === undefined) throw notFound()
      await identifySender(deps, turns, request, { serial, token: readToken(request, 'targettoken') })
      serials.set(request, serial)
    })

    scope.get<Addressed>(place, async (request) => {
      const serial = serialOf(request)
      const update = await takeTurn(() => findOpenUpdate(db, serial))
      const isOffered = update !== undefined && (await mayInstall(update))
      const wantsAttributes = await takeTurn(() => lacksAttributes(db, serial))
      return describeDevice(baseOf(request), update, { isOffered, wantsAttributes })
    })

    scope.get<OfAction>(`${place}/deploymentBase/:actionId`, async (request) =>
      describeDeployment(baseOf(request), await getOffered(request)),
    )

    scope.post<OfAction>(`${place}/deploymentBase/:actionId/feedback`, async (request, reply) =>
      reply.code((await hear(request, handleFeedback)) ? 200 : 404).send(),
    )

    scope.get<OfAction>(`${place}/cancelAction/:actionId`, async (request) => {
      const update = await takeTurn(() => findOpenUpdate(db, serialOf(request)))
      if (update?.state !== 'cancelling' || update.id !== actionOf(request)) throw notFound()
      return { id: String(update.id), cancelAction: { stopId: String(update.id) } }
    })

    scope.post<OfAction>(`${place}/cancelAction/:actionId/feedback`, async (request, reply) =>
      reply.code((await hear(request, handleCancelFeedback)) ? 200 : 404).send(),
    )

    scope.put<Addressed>(`${place}/configData`, async (request, reply) => {
      const attributes = readAttributes(bodyOf(request))
      if (!attributes) throw new LinkRequestError(400, 'malformed', 'Send {"data":{"name":"value"}}.')
      await takeTurn(() => saveAttributes(db, serialOf(request), attributes))
      return reply.code(200).send()
    })

    scope.get<OfFile>(`${place}/softwaremodules/:imageId/artifacts/:fileName`, async (request, reply) => {
      const update = await getOffered(request)
      const range = findRange(request, update)
      const isFromStart = range === null || range[0] === 0
      if (request.method === 'GET' && isFromStart) await noteFetch(request, update)
      // What goes on after a break is part of a fetch, until a whole file has gone out in such parts.
      return sendArtifact(db, takeTurn, { request, reply }, update, async (bytes) => {
        if (!isFromStart && parts.isWhole(update.id, bytes, update.size)) await noteFetch(request, update)
      })
    })
  })

  /** Asked at each poll while it has not begun; what has begun stays offered until it is closed. */
  async function mayInstall(update: OpenUpdate): Promise<boolean> {
    if (update.state === 'in_progress') return true
    const isHisTurn = update.roll_out_state === null || update.roll_out_state === 'running'
    if (update.state !== 'requested' || !isHisTurn) return false
    const about = { controllerId: update.controller_id, locationId: update.location_id, now: clock.now() }
    const hold = await takeTurn(() => findHold(db, about))
    if (hold !== update.hold) await takeTurn(() => saveHold(db, update.id, hold))
    return hold === null
  }

  /** The update of this controller that the address is about. */
  async function getOffered(request: FastifyRequest): Promise<OpenUpdate> {
    const { actionId, imageId, fileName } = request.params as Partial<OfAction['Params'] & OfFile['Params']>
    const update = await takeTurn(() => findOpenUpdate(db, serialOf(request)))
    if (!update || !(await mayInstall(update))) throw notFound()
    const isThis =
      actionId === undefined
        ? String(update.image_id) === imageId && fileNameOf(update) === fileName
        : String(update.id) === actionId
    if (!isThis) throw notFound()
    return update
  }

  async function noteFetch(request: FastifyRequest, { id }: OpenUpdate): Promise<void> {
    const now = clock.now()
    const isTooMany = await takeTurn(() =>
      db.transaction(async (tx) => {
        const update = await lockUpdate(tx, serialOf(request), id)
        // It may have ended since it was offered.
        if (!update || (update.state !== 'requested' && update.state !== 'in_progress')) return true
        if (update.fetches >= mostFetches) {
          await endUpdate(tx, id, { state: 'failed', failure: 'repeated', now })
          return true
        }
        await countFetch(tx, id)
        await saveProgress(tx, id, { percent: null, detail: null, now })
        return false
      }),
    )
    if (isTooMany) throw notFound()
  }

  async function hear(request: FastifyRequest, handle: typeof handleFeedback): Promise<boolean> {
    const feedback = readFeedback(bodyOf(request))
    if (!feedback) throw new LinkRequestError(400, 'malformed', 'This is no feedback.')
    const about = { serial: serialOf(request), updateId: actionOf(request), now: clock.now() }
    return takeTurn(() => handle(db, about, feedback))
  }

  /** At the address by which the device came, unless that is the public one: a proxy may have taken the TLS off. */
  function baseOf(request: FastifyRequest): string {
    const { publicUrl } = deps.settings
    const isPublic = new URL(publicUrl).host === request.host
    const origin = isPublic ? publicUrl : `${request.protocol}://${request.host}`
    const { tenant } = request.params as Addressed['Params']
    return `${origin}/ddi/${encodeURIComponent(tenant)}/controller/v1/${serialOf(request)}`
  }
}

const serials = new WeakMap<object, string>()
const serialOf = (request: object): string => serials.get(request)!
const notFound = () => new LinkRequestError(404, 'not_found', 'There is nothing at this address.')
const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function actionOf(request: FastifyRequest): number {
  const { actionId } = request.params as OfAction['Params']
  if (!/^\d{1,9}$/.test(actionId)) throw notFound()
  return Number(actionId)
}
