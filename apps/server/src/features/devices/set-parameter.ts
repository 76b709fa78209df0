import type { DeviceParam } from '@ohmstead/contract/controller-messages'
import type { DeviceParameterView } from '@ohmstead/contract/devices'
import { checkParameter } from '@ohmstead/domain/fleet/check-parameter'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { sendCommandIn } from '../link/commands.ts'
import { countOpenCommands, findDevice, findParameterChanges, lockDevices } from './device-queries.ts'

const ttlSeconds = 60
/** That a controller has not answered yet. */
const mostOpen = 20

interface RequestedChange {
  parameter: string
  value: number | boolean | string
  seen: number | boolean | string | null
}

/** Asks a controller to change a parameter, if it is still as the person saw it. */
export async function setParameter(
  tx: Queryable,
  ids: { locationId: number; deviceId: number },
  { parameter: name, value, seen }: RequestedChange,
  audit: AuditContext,
): Promise<{ command_id: string; expires_at: number }> {
  await lockDevices(tx, [ids.deviceId])
  const device = await findDevice(tx, ids.locationId, ids.deviceId)
  const parameter = device?.params.find((param) => param.name === name)
  if (!device || device.is_removed || !parameter) throw new AppError('not_found')
  if (!parameter.rw) throw new AppError('invalid_request', { fields: { parameter: 'read_only' } })
  const broken = checkParameter({ ...parameter, options: parameter.options ?? null }, value)
  if (broken) throw new AppError('invalid_request', { fields: { value: broken } })
  if (!device.controller_online) throw new AppError('controller_offline')
  if (device.has_communication_error) throw new AppError('device_unreachable')
  const now = audit.at
  const change = (await findParameterChanges(tx, device, now)).find((one) => one.name === name)
  if (seen !== presentValue(parameter, change ?? null)) throw new AppError('edited_meanwhile')
  if ((await countOpenCommands(tx, device.controller_id, now)) >= mostOpen)
    throw new AppError('too_many_requests', { retryAfterSeconds: ttlSeconds })
  const sent = await sendCommandIn(tx, now, {
    controllerId: device.controller_id,
    op: 'set',
    args: { device: device.source_key, param: name, value },
    ttlSeconds,
    audit,
  })
  return { command_id: sent.id, expires_at: sent.expiresAt }
}

/** The value that a parameter of a device has now, or is about to have; undefined if there is none that can be changed. */
export async function findPresentValue(
  tx: Queryable,
  ids: { locationId: number; deviceId: number },
  name: string,
  now: number,
): Promise<RequestedChange['seen'] | undefined> {
  await lockDevices(tx, [ids.deviceId])
  const device = await findDevice(tx, ids.locationId, ids.deviceId)
  const parameter = device?.params.find((param) => param.name === name)
  if (!device || device.is_removed || !parameter?.rw) return undefined
  const change = (await findParameterChanges(tx, device, now)).find((one) => one.name === name)
  return presentValue(parameter, change ?? null)
}

/** The value that a parameter has, or is about to have. */
function presentValue(
  { value }: DeviceParam,
  change: Pick<NonNullable<DeviceParameterView['change']>, 'state' | 'value'> | null,
): RequestedChange['seen'] {
  return change !== null && (change.state === 'sent' || change.state === 'accepted') ? change.value : value
}
