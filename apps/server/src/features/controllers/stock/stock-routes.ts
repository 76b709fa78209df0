import { labelsPerFile, stockEndpoints } from '@ohmstead/contract/controllers-stock'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { AppError } from '../../../platform/app-error.ts'
import { fileRoute, type Route, route } from '../../../route.ts'
import { auditContextOf, recordAudit } from '../../audit/record-audit.ts'
import { createWords } from '../../calculations/documents/document-words.ts'
import { notifyLink } from '../../link/link-notices.ts'
import { getSiteInfo } from '../../site/site-info.ts'
import { drawLabels } from './draw-labels.ts'
import { startMaking } from './make-stock.ts'
import { parseStockCsv } from './parse-stock-csv.ts'
import {
  type BatchRow,
  countStock,
  deleteStock,
  findBatch,
  findBatches,
  findBatchLabels,
  findStock,
  findTakenSerials,
  forgetCredentials,
  pageSize,
} from './stock-queries.ts'

const isSuperAdmin = (actor: Actor) => activeRole(actor) === 'ROLE_SUPER_ADMIN'

const mayDownload = (actor: Actor, batch: Pick<BatchRow, 'created_by'>) =>
  isSuperAdmin(actor) || batch.created_by?.id === actor.userId

export const stockRoutes: Route[] = [
  route(stockEndpoints.list, async ({ db, actor, params: { companyId }, query }) => ({
    controllers: await findStock(db, companyId, query, isSuperAdmin(actor)),
    total: await countStock(db, companyId, query),
    page: query.page,
    page_size: pageSize,
  })),
  route(stockEndpoints.make, async (context) => {
    const { deps, actor, params, body } = context
    const { kind, count, alias } = body
    const one = { kind, alias: alias || null, protocol: null, serial: null }
    const wanted = Array.from({ length: count }, () => one)
    const request = { ...params, userId: actor.userId, source: 'number' as const, wanted }
    const { id } = await startMaking(deps, auditContextOf(context), request)
    return { job_id: id }
  }),
  route(stockEndpoints.makeFromCsv, async (context) => {
    const { db, deps, actor, params, request } = context
    const { wanted, problems } = parseStockCsv((request.body as Buffer).toString())
    const serials = wanted.flatMap(({ serial }) => serial ?? [])
    const taken = problems.length === 0 ? await findTakenSerials(db, serials) : new Set<string>()
    wanted.forEach(({ serial, line }) => {
      if (serial !== null && taken.has(serial) && problems.length < 100)
        problems.push({ line, reason: 'serial_taken', value: serial })
    })
    if (problems.length > 0) return { job_id: null, problems }
    const made = { ...params, userId: actor.userId, source: 'csv' as const, wanted }
    const { id } = await startMaking(deps, auditContextOf(context), made)
    return { job_id: id, problems }
  }),
  route(stockEndpoints.remove, async (context) => {
    const { db, deps, params, body } = context
    const serials = await db.transaction(async (tx) => {
      const deleted = await deleteStock(tx, params.companyId, body.controllerIds)
      if (deleted.length > 0) {
        const after = { count: deleted.length, serials: deleted.slice(0, 100) }
        await recordAudit(tx, auditContextOf(context), { action: 'controllers_deleted', ...params, after })
        await notifyLink(tx, ...deleted.map((serial) => ({ t: 'credentials' as const, serial })))
      }
      return deleted
    })
    await deps.link.removeBrokerPasswords(serials)
    return { deleted: serials.length }
  }),
  route(stockEndpoints.batches, async ({ db, actor, params }) => ({
    batches: (await findBatches(db, params.companyId)).map((batch) => ({
      ...batch,
      may_download: mayDownload(actor, batch),
    })),
  })),
  fileRoute(stockEndpoints.credentials, async (context) => {
    const { db, deps, actor, params } = context
    const batch = await findBatch(db, params)
    if (!batch) throw new AppError('not_found')
    if (!mayDownload(actor, batch)) throw new AppError('not_allowed')
    const { id, credentials, credentials_until: until } = batch
    if (!credentials || (until ?? 0) <= deps.clock.now()) throw new AppError('token_expired')
    const content = deps.secrets.open(credentials, 'controllerBatch', id)
    const { companyId } = params
    const entry = { action: 'controller_credentials_downloaded' as const, companyId }
    const after = { batchId: id, count: batch.count }
    await db.transaction((tx) => recordAudit(tx, auditContextOf(context), { ...entry, after }))
    return { type: mediaTypes.csv, content, saveAs: `controllers-${id}.csv` }
  }),
  route(stockEndpoints.deleteCredentials, async (context) => {
    const { db, params } = context
    await db.transaction(async (tx) => {
      const batch = await findBatch(tx, params)
      if (!batch) throw new AppError('not_found')
      await forgetCredentials(tx, batch.id)
      const entry = { action: 'controller_credentials_deleted' as const, companyId: params.companyId }
      await recordAudit(tx, auditContextOf(context), { ...entry, after: { batchId: batch.id } })
    })
  }),
  fileRoute(stockEndpoints.labels, async ({ db, deps, params, query }) => {
    if (!(await findBatch(db, params))) throw new AppError('not_found')
    const offset = (query.part - 1) * labelsPerFile
    const rows = await findBatchLabels(db, params.batchId, { limit: labelsPerFile, offset })
    if (rows.length === 0) throw new AppError('not_found')
    const words = createWords(query.locale)
    const { platformName: platform } = await getSiteInfo(db, { companyId: params.companyId })
    const kinds = Object.fromEntries(
      controllerKinds.map((kind) => [kind, words.t(`controllers.kind.${kind}`)]),
    )
    const labels = rows.map(({ unit_id: serial, kind, alias: name }) => ({ serial, kind, name }))
    const content = drawLabels(labels, deps.settings.publicUrl, {
      ...{ title: words.t('controllers.stock.labels_title'), platform, language: query.locale },
      ...{
        kinds: kinds as Record<(typeof controllerKinds)[number], string>,
        how: words.t('controllers.stock.label_how'),
      },
    })
    return { type: mediaTypes.pdf, content, saveAs: `labels-${params.batchId}-${query.part}.pdf` }
  }),
]
