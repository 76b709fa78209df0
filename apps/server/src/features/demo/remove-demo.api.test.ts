import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { testSettings } from '../../testing/test-settings.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { checkInstallation, claimInstallation } from '../installation/claim-installation.ts'
import { demoCompanies, demoUsers } from './demo-world.ts'
import { removeDemo } from './remove-demo.ts'
import { seedDemo } from './seed-demo.ts'

const now = Date.UTC(2026, 5, 1)
const clock = { now: () => now }
const production = testSettings()
let demo: ReturnType<typeof testSettings>
let dataDir: string
let db: Db
let close: () => Promise<void>

// A database each: nobody can empty the audit log.
beforeEach(async () => {
  ;({ db, close } = await openTestDb())
  dataDir = mkdtempSync(join(tmpdir(), 'remove-demo-'))
  demo = testSettings({ demo: true, dataDir })
})
afterEach(async () => {
  await close()
  rmSync(dataDir, { recursive: true, force: true })
})

const remove = () => removeDemo(db, { now, dataDir })
const seed = async () => {
  await claimInstallation(db, demo)
  await seedDemo({ db, clock, settings: demo })
}
const emails = async () =>
  (await db.rows<{ email: string }>(sql`select email from app_user order by email`)).map(({ email }) => email)
const sizeOf = async (table: string) =>
  (await db.row<{ count: number }>(rawSql(`select count(*) as count from ${table}`)))!.count

describe('the mark of a database', () => {
  it('is set before the demo is seeded, so that a killed demo start stays a demo', async () => {
    await claimInstallation(db, demo)
    expect(await emails()).toEqual([])
    await expect(claimInstallation(db, production)).rejects.toThrow(/remove-demo/)
    await expect(checkInstallation(db, production)).rejects.toThrow(/remove-demo/)
    await claimInstallation(db, demo)
  })

  it('keeps the demo out of a database that a normal server marked first, even if it is still empty', async () => {
    await claimInstallation(db, production)
    await expect(claimInstallation(db, demo)).rejects.toThrow(/npm run serve/)
    await expect(seedDemo({ db, clock, settings: demo })).rejects.toThrow()
    expect(await emails()).toEqual([])
  })

  it('is set once, whoever of two comes first', async () => {
    const outcomes = await Promise.allSettled([
      claimInstallation(db, demo),
      claimInstallation(db, production),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is inferred for a database of an earlier version with people in it', async () => {
    await insertUser(db, 'ana@test.si', 'ROLE_SUPER_ADMIN')
    await expect(checkInstallation(db, demo)).rejects.toThrow(/never gets the demo/)
    await claimInstallation(db, production)
  })

  it.each([
    ['its note', sql`insert into setting (key, value) values ('demo', '{"serials": {}}')`],
    ['its people', sql`insert into app_user (email) values ('admin@demo.test')`],
  ])('is inferred for a demo of an earlier version from %s', async (_by, statement) => {
    await db.run(statement)
    await expect(claimInstallation(db, production)).rejects.toThrow(/remove-demo/)
    await claimInstallation(db, demo)
  })

  it('does not let two demos seed at once', async () => {
    await claimInstallation(db, demo)
    const other = testSettings({ demo: true, dataDir: join(dataDir, 'other') })
    await Promise.all([seedDemo({ db, clock, settings: demo }), seedDemo({ db, clock, settings: other })])
    expect(await sizeOf('app_user')).toBe(demoUsers.length)
    expect(await sizeOf('company')).toBe(demoCompanies.length)
  })
})

describe('removing the demo', () => {
  it('leaves nothing of it, and the database serves others from then on', async () => {
    await seed()
    const { id: locationId } = (await db.row<{ id: number }>(sql`select min(id) as id from location`))!
    await db.run(sql`
      insert into energy_day (location_id, day_start, day_end, energy) values (${locationId}, now(), now(), '{}')`)
    expect(await remove()).toEqual({ people: 6, locations: 7, companies: 2, keptCompanies: [], powerful: [] })
    for (const table of ['app_user', 'location', 'company', 'controller', 'device', 'session', 'energy_day'])
      expect([table, await sizeOf(table)]).toEqual([table, 0])
    expect(existsSync(join(dataDir, 'demo'))).toBe(false)
    await claimInstallation(db, production)
    await expect(claimInstallation(db, demo)).rejects.toThrow(/never gets the demo/)
    await expect(seedDemo({ db, clock, settings: demo })).rejects.toThrow()
    await expect(remove()).rejects.toThrow(/nothing of a demo/i)
  })

  it('keeps what is somebody else’s, and names people who could have got rights from anybody', async () => {
    await seed()
    const mine = await insertCompany(db, 'Own')
    const ownerId = await insertUser(db, 'own@test.si', 'ROLE_USER_BASIC')
    await insertUser(db, 'boss@test.si', 'ROLE_SUPER_ADMIN')
    const home = await insertLocation(db, {
      companyId: mine.companyId,
      locationGroupId: mine.rootGroupId,
      ownerId,
    })
    // A home of theirs in a company of the demo, and a home of the demo that was handed over to them.
    const { id: companyId, root_group_id } = (await db.row<{ id: number; root_group_id: number }>(
      sql`select id, root_group_id from company where name = ${demoCompanies[0]!.name}`,
    ))!
    const guest = await insertLocation(db, { companyId, locationGroupId: root_group_id, ownerId })
    await insertController(db, guest)
    await shareLocation(db, ownerId, guest)
    const handedOver = await db.row<{ id: number }>(
      sql`update location set owner_id = ${ownerId} where name = 'Hiša Novak' returning id`,
    )

    const removed = await remove()
    expect(removed).toMatchObject({ keptCompanies: [demoCompanies[0]!.name], companies: 1 })
    expect(removed.powerful).toEqual([{ email: 'boss@test.si', role: 'ROLE_SUPER_ADMIN' }])
    expect(await emails()).toEqual(['boss@test.si', 'own@test.si'])
    const left = await db.rows<{ id: number }>(sql`select id from location order by id`)
    expect(left.map(({ id }) => id).sort()).toEqual([home, guest, handedOver!.id].sort())
    const open = await db.row(sql`
      select count(*) as count from controller where location_id = ${handedOver!.id} or
        (mqtt_password_hash is not null and location_id is distinct from ${guest})`)
    expect(open).toEqual({ count: 0 })
  })

  it('resumes where a killed run stopped', async () => {
    await seed()
    await db.run(sql`delete from device`)
    await db.run(sql`update controller set location_id = null`)
    await db.run(sql`delete from location where name <> 'Pekarna Klas'`)
    await remove()
    expect(await emails()).toEqual([])
    expect(await sizeOf('location')).toBe(0)
  })

  it('changes nothing in a database that is not a demo’s', async () => {
    await claimInstallation(db, production)
    await insertUser(db, 'admin@demo.test', 'ROLE_SUPER_ADMIN')
    await expect(remove()).rejects.toThrow(/nothing of a demo/i)
    expect(await emails()).toEqual(['admin@demo.test'])
  })
})
