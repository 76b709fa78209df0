import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createSerial, serialRandomBytes } from '@ohmstead/domain/fleet/serial'
import type { Queryable } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { lockMark } from '../installation/installation-queries.ts'
import { hashSecret } from '../link/secret-hash.ts'
import { updateHomeCompany } from '../people/person-change-queries.ts'
import {
  findDemo,
  findOrInsertGroup,
  insertDemoCompany,
  insertDemoController,
  insertDemoDevice,
  insertDemoLocation,
  insertDemoUser,
  insertDeviceGroup,
  insertUserCompany,
  insertViewer,
  saveDemo,
  updateDemoSecrets,
} from './demo-queries.ts'
import { type DemoSecret, demoDirectory, ensureDemoSecrets } from './demo-secrets.ts'
import { type DemoLocation, type DemoUser, demoCompanies, demoPassword, demoUsers } from './demo-world.ts'

/**
 * Creates the demo cloud if the database has none, and makes sure that the demo controllers can sign in. Returns
 * their secrets by location key. Idempotent.
 */
export async function seedDemo(
  deps: Pick<PlatformDeps, 'db' | 'clock' | 'settings'>,
): Promise<Record<string, DemoSecret>> {
  const { db, clock, settings } = deps
  let serials = await findDemo(db)
  if (!serials) {
    // One hash for all: Argon2id is slow on purpose, and this password is no secret.
    const passwordHash = await hashPassword(demoPassword)
    serials = await db.transaction(async (tx) => {
      // The mark is locked until all exist: nobody claims the database meanwhile, or seeds a second demo.
      if ((await lockMark(tx)) !== 'demo') throw new Error('the database is not marked as a demo’s')
      const known = await findDemo(tx)
      if (known) return known
      // State of an earlier demo's controllers belongs to another database.
      rmSync(demoDirectory(settings.dataDir), { recursive: true, force: true })
      return insertDemo(tx, passwordHash, clock.now())
    })
  }
  const secrets = ensureDemoSecrets(settings.dataDir, serials)
  for (const { serial, mqttPassword, httpToken } of Object.values(secrets)) {
    await updateDemoSecrets(db, serial, {
      mqttPassword: hashSecret(mqttPassword),
      httpToken: hashSecret(httpToken),
    })
  }
  return secrets
}

async function insertDemo(tx: Queryable, passwordHash: string, now: number): Promise<Record<string, string>> {
  const userIds = new Map<string, number>()
  for (const user of demoUsers) userIds.set(user.email, await insertDemoUser(tx, user, passwordHash, now))
  const serials: Record<string, string> = {}
  for (const [index, company] of demoCompanies.entries()) {
    const { companyId, rootGroupId } = await insertDemoCompany(tx, company)
    const people: readonly DemoUser[] = demoUsers
    for (const { email } of people.filter(({ runs }) => runs === index))
      await insertUserCompany(tx, userIds.get(email)!, companyId)
    for (const { email } of people.filter(({ customerOf }) => customerOf === index))
      await updateHomeCompany(tx, userIds.get(email)!, companyId)
    for (const location of company.locations) {
      const serial = createSerial(randomBytes(serialRandomBytes))
      serials[location.key] = serial
      await insertLocationWithAll(tx, location, { companyId, rootGroupId, userIds, serial, now })
    }
  }
  await saveDemo(tx, serials)
  return serials
}

async function insertLocationWithAll(
  tx: Queryable,
  location: DemoLocation,
  around: {
    companyId: number
    rootGroupId: number
    userIds: Map<string, number>
    serial: string
    now: number
  },
): Promise<void> {
  const { companyId, userIds } = around
  let groupId = around.rootGroupId
  for (const name of location.groups) groupId = await findOrInsertGroup(tx, companyId, groupId, name)
  const ownerId = location.owner ? userIds.get(location.owner)! : null
  const locationId = await insertDemoLocation(tx, location, { companyId, groupId, ownerId })
  for (const email of location.viewers ?? []) await insertViewer(tx, userIds.get(email)!, locationId)
  const controller = {
    serial: around.serial,
    kind: location.controllerKind,
    alias: location.alias,
    locationId,
  }
  const controllerId = await insertDemoController(tx, controller, around.now)
  const groups = [...new Set(location.devices.flatMap(({ group }) => group ?? []))]
  const groupIds = new Map<string, number>()
  for (const [position, name] of groups.entries())
    groupIds.set(name, await insertDeviceGroup(tx, locationId, name, position))
  for (const device of location.devices) {
    const deviceGroupId = device.group ? groupIds.get(device.group)! : null
    await insertDemoDevice(tx, device, { locationId, controllerId, deviceGroupId })
  }
}
