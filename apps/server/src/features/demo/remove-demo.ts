import { rmSync } from 'node:fs'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { deletePerson } from '../account/account-queries.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { revokeController } from '../controllers/controller-queries.ts'
import { findInstallationKind, InstallationError } from '../installation/claim-installation.ts'
import { insertMark, lockMark, updateMark } from '../installation/installation-queries.ts'
import { deleteTelemetry } from '../telemetry/delete-telemetry.ts'
import { findDemo } from './demo-queries.ts'
import { demoDirectory } from './demo-secrets.ts'
import { demoCompanies, demoUsers } from './demo-world.ts'
import {
  deleteDemoGroups,
  deleteDemoLocation,
  deleteDemoSettings,
  deleteEmptyCompany,
  deleteModelledPrices,
  findDemoCompanies,
  findDemoControllers,
  findDemoLocations,
  findDemoPeople,
  findPowerfulPeople,
} from './remove-demo-queries.ts'

export interface RemovedDemo {
  people: number
  locations: number
  companies: number
  /** Companies of the demo that contain something of somebody else. */
  keptCompanies: string[]
  /** Who still runs anything: in the demo anybody could have given them that role. */
  powerful: { email: string; role: string }[]
}

/**
 * Removes the demo from a database, so that it can serve others: its people, their locations with their measurements,
 * and its companies. The mark changes last, so an interrupted run is simply repeated.
 */
export async function removeDemo(
  db: Db,
  { now, dataDir }: { now: number; dataDir: string | null },
): Promise<RemovedDemo> {
  if ((await findInstallationKind(db)) !== 'demo')
    throw new InstallationError('There is nothing of a demo in this database. Nothing was changed.')
  await db.transaction((tx) => insertMark(tx, 'demo'))
  const serials = Object.values((await findDemo(db)) ?? {})
  const people = await findDemoPeople(
    db,
    demoUsers.map(({ email }) => email),
  )
  const userIds = people.map(({ id }) => id)
  const companies = await findDemoCompanies(
    db,
    demoCompanies.map(({ name }) => name),
    demoCompanies.map(({ email }) => email),
  )
  const companyIds = companies.map(({ id }) => id)
  const locationIds = await findDemoLocations(db, { serials, companyIds, userIds })

  await deleteDemoGroups(db, { userIds, locationIds })
  // Locations first: they are identified by their owners, and the people only by themselves.
  for (const locationId of locationIds) {
    await db.transaction((tx) => deleteDemoLocation(tx, locationId, serials))
    await deleteTelemetry(db, locationId)
  }
  const keptCompanies: string[] = []
  await db.transaction(async (tx) => {
    if ((await lockMark(tx)) !== 'demo')
      throw new InstallationError('Somebody else has just removed the demo.')
    for (const controllerId of await findDemoControllers(tx, serials))
      await revokeController(tx, controllerId, now)
    for (const { id, email } of people) await deletePerson(tx, id, email)
    for (const { id, name } of companies) if (!(await deleteEmptyCompany(tx, id))) keptCompanies.push(name)
    await markAsProduction(tx, now)
  })
  if (dataDir !== null) rmSync(demoDirectory(dataDir), { recursive: true, force: true })
  return {
    people: people.length,
    locations: locationIds.length,
    companies: companies.length - keptCompanies.length,
    keptCompanies,
    powerful: await findPowerfulPeople(db),
  }
}

async function markAsProduction(tx: Queryable, now: number): Promise<void> {
  await deleteDemoSettings(tx)
  await deleteModelledPrices(tx)
  await updateMark(tx, 'production')
  await recordAudit(tx, { actor: null, address: null, at: now }, { action: 'demo_removed' })
}
