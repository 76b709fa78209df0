import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { updateMark } from '../installation/installation-queries.ts'
import { demoPassword, demoUsers } from './demo-world.ts'
import { seedDemo } from './seed-demo.ts'

let server: TestServer
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  server = await startTestServer({ settings: { dataDir } })
  // A normal server has marked the database before anybody could seed it.
  await updateMark(server.db, 'demo')
  await seedDemo(server.deps)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signIn(email: string) {
  const client = server.client()
  await client.signIn(email, demoPassword)
  return client
}
const names = (companies: { name: string }[]) => companies.map(({ name }) => name).sort()

describe('the demo', () => {
  it('lets every demo user sign in, with no language of their own: a visitor brings one', async () => {
    for (const { email, role } of demoUsers) {
      const client = await signIn(email)
      expect((await client.call('GET /auth/user')).data).toMatchObject({
        user: { email, role, locale: null },
      })
    }
  })

  it('gives the basic user a home with sun and battery', async () => {
    const basic = await signIn('basic@demo.test')
    const { locations } = (await basic.call('GET /auth/user')).data.user
    expect(locations).toHaveLength(1)
    const { location } = (
      await basic.call('GET /locations/:locationId', { params: { locationId: locations[0]!.id } })
    ).data
    const categories = location.devices.map(({ category }) => category)
    expect(categories).toEqual(expect.arrayContaining(['GRID', 'SOLAR_POWER_PLANT', 'BATTERY']))
  })

  it('shows all companies to the admin and only its own to the aggregator', async () => {
    const admin = await signIn('admin@demo.test')
    expect(names((await admin.call('GET /companies')).data.companies)).toEqual([
      'Kraška energija',
      'Sončna zadruga Savinja',
    ])
    const aggregator = await signIn('aggregator@demo.test')
    expect(names((await aggregator.call('GET /companies')).data.companies)).toEqual([
      'Sončna zadruga Savinja',
    ])
    const foreign = await server.db.row<{ id: number }>(
      sql`select id from location where country_code = 'IT'`,
    )
    const answer = await aggregator.call('GET /locations/:locationId', {
      params: { locationId: foreign!.id },
    })
    expect(answer.error?.code).toBe('not_found')
  })

  it('gives the newcomer no location and the invited user one to view', async () => {
    const newcomer = await signIn('newcomer@demo.test')
    expect((await newcomer.call('GET /companies')).data.companies).toEqual([])
    const user = await signIn('user@demo.test')
    const { data } = await user.call('GET /auth/user')
    expect(data.user.permissions.locations).toMatchObject([{ view: true, edit: false, control: false }])
  })

  it('stores the secrets of the controllers outside the database, readable by their owner only', async () => {
    const file = join(dataDir, 'demo', 'secrets.json')
    expect(statSync(file).mode & 0o077).toBe(0)
    const { novak } = JSON.parse(readFileSync(file, 'utf8'))
    const row = await server.db.row<{ text: string }>(
      sql`select to_jsonb(c)::text as text from controller c where unit_id = ${novak.serial}`,
    )
    expect(row!.text).not.toContain(novak.mqttPassword)
    expect(row!.text).not.toContain(novak.httpToken)
  })

  it('changes nothing when it is seeded again', async () => {
    const dump = () =>
      server.db.rows(
        sql`select unit_id, encode(mqtt_password_hash, 'hex') as hash, location_id from controller order by id`,
      )
    const before = await dump()
    await seedDemo(server.deps)
    expect(await dump()).toEqual(before)
    expect(await server.db.row(sql`select count(*) as count from app_user`)).toEqual({
      count: demoUsers.length,
    })
  })
})
