import { replacementEndpoints } from '@ohmstead/contract/devices-replacement'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { notifyLive } from '../link/link-notices.ts'
import { changeStates } from '../telemetry/change-states.ts'
import { divideSeries, findNewestOf, type SeriesOwner, uniteSeries } from '../telemetry/replace-series.ts'
import { removeDevice } from './device-queries.ts'
import {
  findAllDevices,
  linkReplacement,
  lockReplacements,
  type ReplaceableRow,
  takeGroup,
} from './replacement-queries.ts'

const quietMs = 300_000

export const replacementRoutes: Route[] = [
  route(replacementEndpoints.candidates, async ({ db, deps, params: { locationId, deviceId } }) => {
    const all = await findAllDevices(db, locationId)
    const own = getDevice(all, deviceId)
    const candidates = all.filter((old) => findRefusal(own, old) === null)
    const newest = await findNewestOf(
      db,
      candidates.map((old) => toOwner(locationId, old)),
    )
    return {
      devices: candidates.map((old, index) => ({
        ...{ id: old.id, name: old.name, model: old.model, serial: old.serial },
        controller_unit_id: old.controller_unit_id,
        newest_at: newest[index]!,
        is_sending: isSending(old, newest[index]!, deps.clock.now()),
      })),
    }
  }),

  route(replacementEndpoints.replace, async (context) => {
    const { db, deps, params, body } = context
    const { locationId, deviceId } = params
    const now = deps.clock.now()
    const owners = await changeStates(db, locationId, async (tx) => {
      await lockReplacements(tx, locationId)
      const all = await findAllDevices(tx, locationId)
      const own = getDevice(all, deviceId)
      const old = getDevice(all, body.replaces)
      const refusal = findRefusal(own, old)
      if (refusal) throw new AppError(refusal)
      const [before, after] = [toOwner(locationId, old), toOwner(locationId, own)]
      const [oldNewest, newNewest] = await findNewestOf(tx, [before, after])
      if (newNewest === null) throw new AppError('replacement_unseen')
      if (isSending(old, oldNewest!, now)) throw new AppError('replacement_sending')
      const outcome = await divideSeries(tx, { old: before, next: after }, now)
      if (outcome === 'too_old') throw new AppError('replacement_too_old')
      await linkReplacement(tx, { deviceId, replaces: old.id, now })
      await takeGroup(tx, deviceId, old.id)
      await removeDevice(tx, old.id, now)
      const names = { before: { name: old.name }, after: { name: own.name } }
      await recordAudit(tx, auditContextOf(context), { action: 'device_replaced', locationId, ...names })
      await notifyLive(tx, { t: 'alarms', l: [locationId] })
      return [before, after]
    })
    deps.finisher.wake(owners)
  }),

  route(replacementEndpoints.undo, async (context) => {
    const { db, deps, params } = context
    const { locationId, deviceId } = params
    const owners = await changeStates(db, locationId, async (tx) => {
      await lockReplacements(tx, locationId)
      const all = await findAllDevices(tx, locationId)
      const own = getDevice(all, deviceId)
      if (own.replaces_device_id === null) return []
      if (own.is_replaced) throw new AppError('replacement_taken')
      const old = getDevice(all, own.replaces_device_id)
      const [before, after] = [toOwner(locationId, old), toOwner(locationId, own)]
      const outcome = await uniteSeries(tx, { old: before, next: after })
      if (outcome === 'too_old') throw new AppError('replacement_too_old')
      await linkReplacement(tx, { deviceId, replaces: null, now: deps.clock.now() })
      const names = { before: { name: old.name }, after: { name: own.name } }
      await recordAudit(tx, auditContextOf(context), {
        ...{ action: 'device_replacement_undone' as const, locationId },
        ...names,
      })
      return [before, after]
    })
    deps.finisher.wake(owners)
  }),
]

function getDevice(all: readonly ReplaceableRow[], deviceId: number): ReplaceableRow {
  const device = all.find(({ id }) => id === deviceId)
  if (!device) throw new AppError('not_found')
  return device
}

/** Why a device cannot take over from another one; null if it can. Each has one before it and one after it at most. */
function findRefusal(own: ReplaceableRow, old: ReplaceableRow) {
  if (old.id === own.id) return 'replacement_itself'
  if (old.category !== own.category) return 'replacement_category'
  if (old.is_replaced || own.is_replaced || own.replaces_device_id !== null) return 'replacement_taken'
  return null
}

/** One that sends rarely is waited for longer. */
function isSending({ period_seconds }: ReplaceableRow, newest: number | null, now: number): boolean {
  return newest !== null && newest > now - Math.max(quietMs, 3000 * (period_seconds ?? 0))
}

const toOwner = (locationId: number, { controller_id, key }: ReplaceableRow): SeriesOwner => ({
  ...{ locationId, controllerId: controller_id, deviceKey: key },
})
