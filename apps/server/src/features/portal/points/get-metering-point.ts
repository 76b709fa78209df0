import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { ReadingsReach } from '@ohmstead/domain/portal/so-far'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { type DeviceRow, findDevice, findReadableDevice } from './abstract-device-queries.ts'
import { buildConsumerInfo } from './build-consumer-info.ts'
import { findReadSince } from './find-read-since.ts'

/** The device, if the actor may read it: their own, or a customer's. Throws `not_found`. */
export async function getReadableDevice(db: Queryable, actor: Actor, deviceId: number): Promise<DeviceRow> {
  const device = await findReadableDevice(db, actor, deviceId)
  if (!device) throw new AppError('not_found')
  return device
}

/** The actor's own device; only they change it. Throws `not_found`. */
export async function getOwnDevice(db: Queryable, actor: Actor, deviceId: number): Promise<DeviceRow> {
  const device = await findDevice(db, deviceId)
  if (device?.user_id !== actor.userId) throw new AppError('not_found')
  return device
}

/** What the fee depends on besides the readings. Throws `not_found` if the device is gone. */
export async function getMeteringPoint(
  db: Queryable,
  deviceId: number,
): Promise<{
  point: MeteringPoint
  consumerInfo: ConsumerInfo
  assumesGroup: boolean
  /** How far its readings reach. */
  reach: ReadingsReach
}> {
  const device = await findDevice(db, deviceId)
  if (!device) throw new AppError('not_found')
  const consumerInfo = buildConsumerInfo(device.portal_info, device.manual_info, device.source)
  const { readings_from: from, readings_to: to } = device
  const reach = { from, to, read_since: findReadSince(device) }
  return { ...buildMeteringPoint(consumerInfo), consumerInfo, reach }
}
