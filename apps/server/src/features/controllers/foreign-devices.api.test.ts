import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { type LinkNotice, linkChannel } from '../link/link-notices.ts'
import { awaitNotices } from '../link/link-test-kit.ts'

let server: TestServer
let owner: TestClient
let locationId: number

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Alpha')
  const ownerId = await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId })
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

const create = async (protocol: string) =>
  owner.call('POST /controllers', { body: { kind: 'CONTROLLER', protocol, locationId } })

const findDevices = async (controllerId: number) => {
  const { data } = await owner.call('GET /locations/:locationId/devices', { params: { locationId } })
  return data.devices.filter((device) => device.controller_id === controllerId)
}

describe('a foreign device', () => {
  it('gets what to type into it, with its secrets this once', async () => {
    const { data } = await create('evcc')
    expect(data).toMatchObject({ protocol: 'evcc', kind: 'GATEWAY', device_setup: { title: 'evcc' } })
    const list = await owner.call('GET /locations/:locationId/controllers', { params: { locationId } })
    expect(list.data.controllers).toMatchObject([{ id: data.id, alias: 'evcc' }])
    const setup = data.device_setup!
    expect(setup.snippet).toContain(`topic: ems/v1/${data.unit_id}/ext/evcc`)
    expect(setup.snippet).toContain(`password: ${data.settings.mqtt.password}`)
    const again = await owner.call('GET /locations/:locationId/controllers/:controllerId/connection', {
      params: { locationId, controllerId: data.id },
    })
    expect(again.data.device_setup!.snippet).toContain('password: PASSWORD')
  })

  it('of an unknown kind is refused', async () => {
    const { status, error } = await create('toaster')
    expect([status, error?.code]).toEqual([400, 'invalid_request'])
    expect(error?.fields).toEqual({ protocol: 'regex' })
  })

  it('sends by HTTP, too; its owner says what a device is, and that stays', async () => {
    const { data } = await create('evcc')
    const send = (path: string, body: string) =>
      fetch(`${server.url}/link/v1/${data.unit_id}/ext/evcc/${path}`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${data.settings.http.token}` },
      })
    expect((await send('loadpoints/1/chargePower', '7200')).status).toBe(200)
    const [charger] = await findDevices(data.id)
    expect(charger).toMatchObject({ category: 'EV_CHARGER', metrics: ['power'] })
    const params = { locationId, deviceId: charger!.id }
    const changed = await owner.call('PUT /locations/:locationId/devices/:deviceId/category', {
      params,
      body: { category: 'HVAC', seen: 'EV_CHARGER' },
    })
    expect(changed.data.device.category).toBe('HVAC')
    // Another person who still sees a charger is told; whoever wants the same, has it.
    const second = (category: 'BATTERY' | 'HVAC') =>
      owner.call('PUT /locations/:locationId/devices/:deviceId/category', {
        ...{ params, body: { category, seen: 'EV_CHARGER' } },
      })
    expect((await second('BATTERY')).error?.code).toBe('edited_meanwhile')
    expect((await second('HVAC')).data.device.category).toBe('HVAC')
    await awaitNotices(server.db)
    await send('loadpoints/1/title', 'Heat pump')
    expect(await findDevices(data.id)).toMatchObject([{ category: 'HVAC', name: 'Heat pump' }])
  })

  it('is known to be what it was only taken for, once its owner says the same', async () => {
    const { data } = await create('evcc')
    await fetch(`${server.url}/link/v1/${data.unit_id}/ext/evcc/loadpoints/1/chargePower`, {
      method: 'POST',
      body: '7200',
      headers: { authorization: `Bearer ${data.settings.http.token}` },
    })
    const [charger] = await findDevices(data.id)
    const notices: LinkNotice[] = []
    const stop = await server.db.listen(
      linkChannel,
      (text) => void notices.push(JSON.parse(text) as LinkNotice),
    )
    onTestFinished(stop)
    const choose = (category: 'EV_CHARGER' | null) =>
      owner.call('PUT /locations/:locationId/devices/:deviceId/category', {
        params: { locationId, deviceId: charger!.id },
        body: { category, seen: 'EV_CHARGER' },
      })
    await choose('EV_CHARGER')
    await choose('EV_CHARGER')
    await choose(null)
    await server.db.run(
      sql`select pg_notify(${linkChannel}, ${JSON.stringify({ t: 'changed', serial: 'last' })})`,
    )
    await vi.waitFor(() => expect(notices.at(-1)).toMatchObject({ serial: 'last' }))
    expect(notices.filter(({ t }) => t === 'mapping')).toHaveLength(2)
    const log = await server.db.rows<{ after: unknown }>(
      sql`select after from audit_log where action = 'device_category_set' order by id desc limit 2`,
    )
    expect(log).toEqual([{ after: { category: null } }, { after: { category: 'EV_CHARGER' } }])
  })

  it('is what its owner says only where an adapter could not know it', async () => {
    const { data } = await owner.call('POST /controllers', { body: { kind: 'CONTROLLER', locationId } })
    await fetch(`${server.url}/link/v1/${data.unit_id}/data`, {
      method: 'POST',
      body: JSON.stringify({ v: 1, samples: [{ values: { 'grid/power': 1 } }] }),
      headers: { authorization: `Bearer ${data.settings.http.token}` },
    })
    const [grid] = await findDevices(data.id)
    const { status, error } = await owner.call('PUT /locations/:locationId/devices/:deviceId/category', {
      params: { locationId, deviceId: grid!.id },
      body: { category: 'BATTERY', seen: 'GRID' },
    })
    expect([status, error?.code]).toEqual([403, 'not_allowed'])
  })
})
