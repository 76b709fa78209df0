import { randomBytes } from 'node:crypto'
import type { DeviceSetupView, IssuedController } from '@ohmstead/contract/controller-setup'
import { buildConnectionSettings, type ConnectionSettings } from '@ohmstead/domain/fleet/connection-settings'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import { createSerial, serialRandomBytes } from '@ohmstead/domain/fleet/serial'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { linkAddressOf } from '../link/link-address.ts'
import { notifyLink, notifyLive } from '../link/link-notices.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findLocationName, findLocationPeople } from '../people/location-people-queries.ts'
import { claimController, refuseTooManyControllers } from './controller-limit.ts'
import {
  findController,
  holdLocation,
  insertController,
  replaceSecrets,
  revokeController,
} from './controller-queries.ts'
import { createSecrets, type Secrets } from './create-secrets.ts'
import { describeDeviceSetup, kindOf } from './device-setups.ts'
import { releaseController } from './release-controller.ts'

/** Creates a controller of a location with a new serial. The secrets leave the server in this answer and are stored as hashes only. */
export async function createController(
  deps: Deps,
  audit: AuditContext,
  {
    kind: wantedKind,
    protocol,
    locationId,
    alias,
    limitedUserId,
  }: {
    kind: ControllerKind
    protocol: string
    locationId: number
    alias: string | null
    /** The person the limits apply to; null for people without limits. */
    limitedUserId: number | null
  },
): Promise<IssuedController> {
  const kind = kindOf(protocol, wantedKind)
  const limited = limitedUserId === null ? null : { userId: limitedUserId, locationId }
  // Before the broker learns of it.
  if (limited) await refuseTooManyControllers(deps.db, limited)
  const serial = createSerial(randomBytes(serialRandomBytes))
  const secrets = createSecrets()
  const now = deps.clock.now()
  await deps.link.setBrokerPassword(serial, secrets.mqttPassword)
  const add = async (tx: Queryable) => {
    if (!(await holdLocation(tx, locationId))) throw new AppError('not_found')
    if (limited) await claimController(tx, limited)
    const userId = audit.actor?.userId ?? null
    const controllerId = await insertController(tx, {
      serial,
      kind,
      protocol,
      alias,
      locationId,
      userId,
      now,
      ...secrets.hashes,
    })
    await recordAudit(tx, audit, {
      action: 'controller_added',
      locationId,
      controllerId,
      after: { serial, kind, protocol, alias },
    })
    return controllerId
  }
  const id = await deps.db.transaction(add).catch(async (error) => {
    await deps.link.removeBrokerPassword(serial)
    throw error
  })
  await deps.link.announceCredentials(serial)
  return toIssued(deps, { id, serial, kind, protocol, locationId }, secrets)
}

/** New credentials; the old ones become invalid at once, and the sessions that use them end. */
export async function renewCredentials(
  deps: Deps,
  audit: AuditContext,
  { locationId, controllerId }: { locationId: number; controllerId: number },
): Promise<IssuedController> {
  const controller = await findController(deps.db, { locationId, controllerId })
  if (!controller) throw new AppError('not_found')
  const secrets = createSecrets()
  await deps.link.setBrokerPassword(controller.unit_id, secrets.mqttPassword)
  await deps.db.transaction(async (tx) => {
    await replaceSecrets(tx, controllerId, secrets.hashes)
    await recordAudit(tx, audit, { action: 'controller_credentials_renewed', locationId, controllerId })
    await mailOwner(tx, audit, 'controller_renewed', { locationId, serial: controller.unit_id }, deps)
  })
  await deps.link.announceCredentials(controller.unit_id)
  return toIssued(deps, { ...controller, id: controllerId, serial: controller.unit_id, locationId }, secrets)
}

/** The settings of an existing controller; only its owner has the secrets, so placeholders replace them. */
export async function describeConnection(
  deps: Deps,
  ids: { locationId: number; controllerId: number },
): Promise<{ settings: ConnectionSettings; device_setup: DeviceSetupView | null }> {
  const controller = await findController(deps.db, ids)
  if (!controller) throw new AppError('not_found')
  const { unit_id: serial, kind, protocol } = controller
  const secrets = { mqttPassword: 'PASSWORD', httpToken: 'TOKEN' }
  return {
    settings: buildConnectionSettings(linkAddressOf(deps), { serial, kind, ...secrets }),
    device_setup: describeDeviceSetup(deps, protocol, { serial, ...secrets }),
  }
}

/** Revokes a controller permanently, or returns it to the stock that it came from. Its measurements stay with the location. */
export async function removeController(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'link'>,
  audit: AuditContext,
  { locationId, controllerId }: { locationId: number; controllerId: number },
): Promise<void> {
  const { serial, isReleased } = await deps.db.transaction(async (tx) => {
    const controller = await findController(tx, { locationId, controllerId })
    if (!controller) throw new AppError('not_found')
    const isReleased = controller.is_from_stock
    if (isReleased) await releaseController(tx, controllerId, deps.clock.now())
    else await revokeController(tx, controllerId, deps.clock.now())
    const before = { serial: controller.unit_id, kind: controller.kind }
    const action = isReleased ? 'controller_released' : 'controller_removed'
    await recordAudit(tx, audit, { action, locationId, controllerId, before })
    await mailOwner(tx, audit, 'controller_removed', { locationId, serial: controller.unit_id }, deps)
    await notifyLink(tx, { t: 'credentials', serial: controller.unit_id })
    await notifyLive(tx, { t: 'controller', l: locationId, c: controllerId, online: false })
    await notifyLive(tx, { t: 'alarms', l: [locationId] })
    return { serial: controller.unit_id, isReleased }
  })
  if (!isReleased) await deps.link.removeBrokerPassword(serial)
}

/** Notifies the owner of the location when others remove a controller there or hold its keys; also an impersonator. */
async function mailOwner(
  tx: Queryable,
  { actor }: AuditContext,
  kind: 'controller_removed' | 'controller_renewed',
  { locationId, serial }: { locationId: number; serial: string },
  deps: Pick<Deps, 'clock' | 'settings'>,
): Promise<void> {
  const location = await findLocationName(tx, locationId)
  const owner = (await findLocationPeople(tx, locationId)).find((person) => person.is_owner)
  const isOwn = actor?.userId === owner?.id && actor?.impersonatorId === undefined
  if (!location || !owner || isOwn) return
  const values = {
    name: owner.first_name,
    location: location.name,
    controller: serial,
    time: deps.clock.now(),
    url: `${deps.settings.publicUrl}/locations/${locationId}`,
  }
  await queueMail(tx, { kind, to: owner.email, locale: owner.locale, values, names: { locationId } }, deps)
}

function toIssued(
  deps: Deps,
  {
    id,
    serial,
    kind,
    protocol,
    locationId,
  }: { id: number; serial: string; kind: ControllerKind; protocol: string; locationId: number },
  { mqttPassword, httpToken, enrolSecret }: Secrets,
): IssuedController {
  const address = linkAddressOf(deps)
  return {
    id,
    unit_id: serial,
    kind,
    location_id: locationId,
    protocol,
    settings: buildConnectionSettings(address, { serial, kind, mqttPassword: mqttPassword.plain, httpToken }),
    device_setup: describeDeviceSetup(deps, protocol, {
      serial,
      mqttPassword: mqttPassword.plain,
      httpToken,
    }),
    enrolment: { url: `${address.httpUrl}/link/v1/enroll`, serial, secret: enrolSecret },
    issued_at: deps.clock.now(),
  }
}
