import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import {
  house,
  houseToken,
  type PortalWorld,
  portalDays,
  startPortalWorld,
} from '../../testing/portal-world.ts'
import { readZipTexts } from '../../testing/read-zip.ts'
import { deleteDueAccounts } from './delete-accounts.ts'

let world: PortalWorld

beforeAll(async () => {
  world = await startPortalWorld()
})
afterAll(() => world.stop())

test('own metering points and their readings are in the export, without a token, and are deleted with the account', async () => {
  const { server } = world
  const ana = await world.person('ana')
  const bor = await world.person('bor')
  await world.addPoint(ana, await world.addToken(ana, houseToken))
  await world.addPoint(bor, await world.addToken(bor, houseToken))
  await ana.call('POST /auth/user/export')
  await expect
    .poll(async () => (await ana.call('GET /auth/user/export')).data.export?.state, { timeout: 120_000 })
    .toBe('ready')
  const { id } = (await ana.call('GET /auth/user/export')).data.export!
  const answer = await ana.request('GET', `/auth/user/export/${id}/file`)
  const files = readZipTexts(Buffer.from(await answer.arrayBuffer()))
  expect(JSON.parse(files.get('metering_points.json')!)).toMatchObject([
    { eimm: house.eimm, gsrn: house.gsrn },
  ])
  expect(JSON.parse(files.get('external_tokens.json')!)).toMatchObject([
    { begins_with: 'house', state: 'accepted' },
  ])
  expect([...files.values()].join()).not.toContain(houseToken)
  const readings = [...files].filter(([name]) => name.startsWith('readings/'))
  expect(readings).toHaveLength(5)
  const lines = readings.flatMap(([, text]) => text.trim().split('\n').slice(1))
  expect(lines).toHaveLength(portalDays * 96)
  expect(lines[0]).toMatch(/^2025-09-27T22:00:00\.000Z,\d+(\.\d+)?,0,\.$/)

  await server.db.run(sql`
    update app_user set deletion_due_at = ${new Date(server.clock.time)} where email = 'ana@test.si'`)
  await deleteDueAccounts(server.deps)
  const left = await server.db.rows(sql`
    select distinct d.user_id from quarter_hour_day q join abstract_device d on d.id = q.device_id`)
  expect(left).toHaveLength(1)
  expect(await server.db.rows(sql`select 1 from external_credential`)).toHaveLength(1)
})

test('the country of external services is asked for once and stored with the user', async () => {
  const client = await world.person('cita', null)
  expect((await client.call('GET /auth/user')).data.user.country_code).toBeNull()
  const { data } = await client.call('PUT /auth/user/settings', { body: { country_code: 'SI' } })
  expect(data.user.country_code).toBe('SI')
  await client.call('PUT /auth/user/settings', { body: { timeFormat: '12h' } })
  expect((await client.call('GET /auth/user')).data.user.country_code).toBe('SI')
  const wrong = await client.call('PUT /auth/user/settings', { body: { country_code: 'Slovenia' } })
  expect(wrong.error?.fields).toEqual({ country_code: 'regex' })
})
