import { softwarePieceBytes, updateEndpoints } from '@ohmstead/contract/updates'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import {
  changeImage,
  deleteImage,
  deleteLeftUploads,
  findImages,
  hasContent,
  insertImage,
  isImageUsed,
  lockImage,
  lockUpload,
  readPieces,
  saveChecked,
  savePiece,
  sumPieces,
} from './image-queries.ts'
import { ImageRefusal, inspectImage } from './inspect-image.ts'

/** An upload that nobody goes on with. */
const leftMs = 86_400_000

export const imageRoutes: Route[] = [
  route(updateEndpoints.list, async ({ db, deps: { settings } }) => ({
    can_check: settings.softwareCertificates.length > 0,
    max_bytes: settings.softwareMaxBytes,
    images: await findImages(db),
  })),

  route(updateEndpoints.create, async ({ db, deps, actor, body }) => {
    const { settings, clock } = deps
    if (settings.softwareCertificates.length === 0) throw new AppError('not_allowed')
    if (body.size > settings.softwareMaxBytes) throw new AppError('payload_too_large')
    const now = clock.now()
    await deleteLeftUploads(db, now - leftMs)
    const id = await insertImage(db, { ...body, userId: actor.userId, now })
    return { id, piece_bytes: softwarePieceBytes }
  }),

  route(updateEndpoints.putPiece, async ({ db, params, request }) => {
    const bytes = request.body
    const { imageId, position } = params
    await db.transaction(async (tx) => {
      const size = await lockUpload(tx, imageId)
      if (size === null) throw new AppError('not_found')
      const wanted = Math.min(softwarePieceBytes, size - position * softwarePieceBytes)
      if (!Buffer.isBuffer(bytes) || bytes.length !== wanted)
        throw new AppError('invalid_request', { fields: { position: 'length' } })
      await savePiece(tx, { imageId, position, bytes })
    })
  }),

  route(updateEndpoints.check, async (context) => {
    const { db, deps, params } = context
    const { imageId } = params
    const before = await findImages(db, imageId)
    if (before[0]?.state !== 'uploading') throw new AppError('not_found')
    try {
      const trusted = deps.settings.softwareCertificates
      if ((await sumPieces(db, imageId)) !== before[0].size)
        throw new ImageRefusal('incomplete', 'pieces are missing')
      const pieces = readPieces(db.at('job'), imageId)
      const inspected = await inspectImage(pieces, { trusted, now: deps.clock.now() })
      await db.transaction(async (tx) => {
        if (await hasContent(tx, inspected.sha256))
          throw new ImageRefusal('already_here', 'the same image is here')
        if (!(await saveChecked(tx, imageId, inspected))) throw new AppError('not_found')
        const { version, hardware, signer, sha256 } = inspected
        const after = { name: before[0]!.name, kind: before[0]!.kind, version, hardware, signer, sha256 }
        await recordAudit(tx, auditContextOf(context), { action: 'software_image_added', after })
      })
    } catch (error) {
      if (!(error instanceof ImageRefusal)) throw error
      await deleteImage(db, imageId)
      return { image: null, refusal: error.reason, detail: error.message }
    }
    const [image] = await findImages(db, imageId)
    return { image: image!, refusal: null, detail: null }
  }),

  route(updateEndpoints.change, async (context) => {
    const { db, params, body } = context
    const { imageId } = params
    await db.transaction(async (tx) => {
      const image = await lockImage(tx, imageId)
      if (!image || image.state === 'uploading') throw new AppError('not_found')
      const before = { state: image.state, notes: image.notes }
      const after = {
        state:
          body.released === undefined
            ? image.state
            : body.released
              ? ('released' as const)
              : ('checked' as const),
        notes: body.notes ?? image.notes,
      }
      const changed = changedFields(before, after)
      if (!changed) return
      await changeImage(tx, imageId, after)
      const entry = { ...changed, after: { ...changed.after, version: image.version } }
      await recordAudit(tx, auditContextOf(context), { action: 'software_image_changed', ...entry })
    })
    const [image] = await findImages(db, imageId)
    return { image: image! }
  }),

  route(updateEndpoints.remove, async (context) => {
    const { db, params } = context
    const { imageId } = params
    await db.transaction(async (tx) => {
      const image = await lockImage(tx, imageId)
      if (!image) throw new AppError('not_found')
      if (await isImageUsed(tx, imageId)) throw new AppError('software_in_use')
      await deleteImage(tx, imageId)
      if (image.state === 'uploading') return
      const { name, version, kind } = image
      await recordAudit(tx, auditContextOf(context), {
        action: 'software_image_deleted',
        before: { name, version, kind },
      })
    })
  }),
]
