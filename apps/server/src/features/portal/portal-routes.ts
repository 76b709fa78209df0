import { abstractDeviceEndpoints } from '@ohmstead/contract/portal'
import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { addDays, localDay } from './client/portal-dates.ts'
import { reopenCredentials } from './credentials/credential-queries.ts'
import { requireCountry } from './credentials/require-country.ts'
import { importCsv } from './csv/import-csv.ts'
import { removeOrphans } from './import/remove-orphans.ts'
import { countManagedDevices, findManagedDevices, findOwnDevices } from './points/abstract-device-queries.ts'
import { toDeviceView } from './points/abstract-device-view.ts'
import { addDevice, historyDays, wantWholeImport } from './points/add-device.ts'
import { deleteDevice, unbindCredential, updateManualInfo } from './points/device-change-queries.ts'
import { getOwnDevice, getReadableDevice } from './points/get-metering-point.ts'
import { getReadings } from './readings/read-quarter-hours.ts'

const pageSize = 50
// An aggregator may add hundreds of points in one go; guessing identifiers does not get far.
const addLimit = { attempts: 1000, windowSeconds: 3600, firstWaitSeconds: 10, longestWaitSeconds: 3600 }
// Each sends thirty requests to the portal, whose pace all share.
const importLimit = { attempts: 60, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }
// One after the other by the cost of the endpoint; an aggregator may send hundreds of files in one go.
const csvLimit = { attempts: 500, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }

export const abstractDeviceRoutes: Route[] = [
  route(abstractDeviceEndpoints.all, async ({ db, actor }) => ({
    devices: (await findOwnDevices(db, actor.userId)).map((row) => toDeviceView(row)),
  })),

  route(abstractDeviceEndpoints.managed, async ({ db, actor, query }) => {
    const { page, search, companyId } = query
    const range = { limit: pageSize, offset: (page - 1) * pageSize }
    const rows = await findManagedDevices(db, actor, { search, companyId }, range)
    return {
      devices: rows.map((row) => toDeviceView(row, true)),
      total: await countManagedDevices(db, actor, { search, companyId }),
    }
  }),

  route(abstractDeviceEndpoints.get, async ({ db, actor, params }) => {
    const row = await getReadableDevice(db, actor, params.deviceId)
    return { device: toDeviceView(row, row.user_id !== actor.userId) }
  }),

  route(abstractDeviceEndpoints.create, async ({ db, deps, actor, body, request }) => {
    const audit = auditContextOf({ actor, deps, request })
    await requireCountry(db, actor)
    await takeAttempt(db, `abstract-device:${actor.userId}`, addLimit, audit.at)
    const tokenIds = [body.token_id, ...body.credentials.map(({ token_id }) => token_id)]
    const deviceId = await addDevice(deps, audit, { userId: actor.userId, eimm: body.eimm, tokenIds })
    return { addDevice: await viewOwn(db, actor, deviceId) }
  }),

  route(abstractDeviceEndpoints.removeToken, async ({ db, deps, actor, params, request }) => {
    const { deviceId, tokenId } = params
    await getOwnDevice(db, actor, deviceId)
    const audit = auditContextOf({ actor, deps, request })
    return db.transaction(async (tx) => {
      if (!(await unbindCredential(tx, deviceId, tokenId))) throw new AppError('not_found')
      const before = { id: deviceId, tokens: [tokenId] }
      await recordAudit(tx, audit, { action: 'abstract_device_token_removed', userId: actor.userId, before })
      return { removed: (await removeOrphans(tx, audit, actor.userId)).includes(deviceId) }
    })
  }),

  route(abstractDeviceEndpoints.remove, async ({ db, deps, actor, params, request }) => {
    const { id, eimm } = await getOwnDevice(db, actor, params.deviceId)
    const audit = auditContextOf({ actor, deps, request })
    await db.transaction(async (tx) => {
      await deleteDevice(tx, id)
      const entry = { action: 'abstract_device_removed', userId: actor.userId, before: { id, eimm } } as const
      await recordAudit(tx, audit, entry)
    })
  }),

  route(abstractDeviceEndpoints.startImport, async ({ db, deps, actor, params, request }) => {
    const device = await getOwnDevice(db, actor, params.deviceId)
    if (device.credentials.length === 0) throw new AppError('portal_token_rejected')
    const audit = auditContextOf({ actor, deps, request })
    const now = audit.at
    await takeAttempt(db, `portal-import:${actor.userId}`, importLimit, now)
    await db.transaction(async (tx) => {
      if (!(await wantWholeImport(tx, device.id, now))) throw new AppError('conflict')
      await reopenCredentials(tx, device.id)
      const after = { id: device.id }
      await recordAudit(tx, audit, { action: 'abstract_device_import_started', userId: actor.userId, after })
    })
    const jobId = await deps.imports.start(device.id)
    return { job: jobId === null ? null : { id: jobId } }
  }),

  route(abstractDeviceEndpoints.importCsv, async ({ db, deps, actor, request, signal }) => {
    const audit = auditContextOf({ actor, deps, request })
    await takeAttempt(db, `csv-import:${actor.userId}`, csvLimit, audit.at)
    const { userId } = actor
    const { deviceId, imported } = await importCsv(deps, audit, { userId, content: request.body, signal })
    return { device: await viewOwn(db, actor, deviceId), imported }
  }),

  route(abstractDeviceEndpoints.updateConsumerInfo, async ({ db, deps, actor, params, body, request }) => {
    const { id, manual_info: known } = await getOwnDevice(db, actor, params.deviceId)
    const changed = changedFields<ManualConsumerInfo>(known, body)
    if (changed)
      await db.transaction(async (tx) => {
        await updateManualInfo(tx, id, body)
        await recordAudit(tx, auditContextOf({ actor, deps, request }), {
          action: 'abstract_device_changed',
          userId: actor.userId,
          before: { id, ...changed.before },
          after: { id, ...changed.after },
        })
      })
    return { device: await viewOwn(db, actor, id) }
  }),

  route(abstractDeviceEndpoints.readings, async ({ db, deps, actor, params, query: { from, to } }) => {
    const { id } = await getReadableDevice(db, actor, params.deviceId)
    checkRange(from, to, deps.clock.now())
    return getReadings(db, id, { fromDay: from, toDay: to })
  }),
]

async function viewOwn(db: Queryable, actor: Actor, deviceId: number) {
  return toDeviceView(await getOwnDevice(db, actor, deviceId))
}

/** Both days count; they may be 730 days apart, and no day may be in the future. */
function checkRange(from: string, to: string, now: number): void {
  const fields: Record<string, string> = {}
  if (to > localDay(now)) fields.to = 'future_date'
  if (from > to) fields.from = 'range_reversed'
  else if (addDays(from, historyDays) < to) fields.from = 'range_too_long'
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}
