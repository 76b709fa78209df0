import type { InventoryDevice } from '@ohmstead/contract/controller-messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertUser } from '../../testing/test-world.ts'
import { createDevices, declareDevices } from './create-devices.ts'
import { applyInventory } from './handle-inventory.ts'
import { linkChannel } from './link-notices.ts'
import { createTestController, createTestLocation, type TestController, until } from './link-test-kit.ts'

let db: Db
let closeDb: () => Promise<void>
beforeAll(async () => ({ db, close: closeDb } = await openTestDb()))
afterAll(() => closeDb())

const findDevices = (locationId: number) =>
  db.rows<{ key: string; source_key: string; name: string; category: string; metrics: string[] }>(
    sql`select key, source_key, name, category, metrics from device
        where location_id = ${locationId} and deleted_at is null order by key`,
  )

it('of many controllers at once get separate keys in each location, and every controller is notified', async () => {
  const [home, shop] = [await createTestLocation(db), await createTestLocation(db)]
  const first = await createTestController(db, home)
  const second = await createTestController(db, home)
  const elsewhere = await createTestController(db, shop)
  const told: string[] = []
  const stop = await db.listen(linkChannel, (payload) => told.push(JSON.parse(payload).serial))
  await createDevices(db, [
    { controller: second, names: ['grid', 'pv'] },
    { controller: elsewhere, names: ['grid'] },
    { controller: first, names: ['grid'] },
  ])
  expect((await findDevices(home)).map(({ key, source_key }) => [key, source_key])).toEqual([
    ['grid', 'grid'],
    ['grid-2', 'grid'],
    ['pv', 'pv'],
  ])
  expect((await findDevices(shop)).map(({ key }) => key)).toEqual(['grid'])
  await until(async () => told.length === 3)
  expect(told.sort()).toEqual([first, second, elsewhere].map(({ serial }) => serial).sort())
  await stop()
})

it('discovered by several processes at once get separate keys', async () => {
  const home = await createTestLocation(db)
  const controllers = await Promise.all(Array.from({ length: 6 }, () => createTestController(db, home)))
  await Promise.all(controllers.map((controller) => createDevices(db, [{ controller, names: ['grid'] }])))
  expect((await findDevices(home)).map(({ key }) => key)).toEqual([
    'grid',
    ...[2, 3, 4, 5, 6].map((number) => `grid-${number}`),
  ])
})

it('declared by an inventory meanwhile, or hidden, stay unchanged and are shown', async () => {
  const home = await createTestLocation(db)
  const controller = await createTestController(db, home)
  const declared = { model: null, serial: null, params: [] }
  const heater = {
    ...declared,
    id: 'hp',
    name: 'Cellar',
    category: 'HVAC' as const,
    metrics: ['hp/power', 'hp/energy'],
  }
  await db.transaction((tx) => declareDevices(tx, controller, [heater], []))
  await db.run(sql`update device set deleted_at = now() where location_id = ${home}`)
  await createDevices(db, [{ controller, names: ['hp'] }])
  const { id, ...rest } = heater
  expect(await findDevices(home)).toMatchObject([
    { source_key: id, name: rest.name, category: rest.category, metrics: rest.metrics },
  ])
})

it('declared again keep a name given by a person, and update the rest', async () => {
  const home = await createTestLocation(db)
  const controller = await createTestController(db, home)
  await createDevices(db, [{ controller, names: ['a', 'b'] }])
  const declare = (id: string) => ({
    ...{ id, name: `${id} new`, category: 'BATTERY' as const, model: null, serial: null },
    ...{ metrics: [`${id}/power`], params: [] },
  })
  await db.transaction((tx) => declareDevices(tx, controller, [declare('a'), declare('b')], ['b']))
  expect(await findDevices(home)).toMatchObject([
    { name: 'a new', category: 'BATTERY', metrics: ['a/power'] },
    { name: 'b', category: 'BATTERY', metrics: ['b/power'] },
  ])
})

it('without a name of their own get one in the language of their owner, which stays until they tell one', async () => {
  const home = await createTestLocation(db)
  const owner = await insertUser(db, 'generic@demo.test', 'ROLE_USER_BASIC')
  await db.run(sql`update app_user set locale = 'sl' where id = ${owner}`)
  await db.run(sql`update location set owner_id = ${owner} where id = ${home}`)
  const [first, second] = [await createTestController(db, home), await createTestController(db, home)]
  const charger = (number: number): InventoryDevice => ({
    ...{ id: `ev${number}`, category: 'EV_CHARGER', model: null, serial: null, metrics: [], params: [] },
    ...{ name: `Charger ${number}`, generic: { kind: 'charger', number } },
  })
  const declare = (controller: TestController, devices: InventoryDevice[], before: InventoryDevice[]) =>
    db.transaction((tx) =>
      applyInventory(
        tx,
        { ...controller, locationId: home },
        { rev: 1, devices },
        before.length > 0 ? { rev: 0, devices: before } : null,
      ),
    )
  const names = async () => (await findDevices(home)).map(({ name }) => name)
  await declare(first, [charger(1), charger(2)], [])
  await declare(second, [charger(1)], [])
  expect(await names()).toEqual(['Polnilnica 1', 'Polnilnica 3', 'Polnilnica 2'])

  await db.run(sql`update app_user set locale = 'de' where id = ${owner}`)
  await db.run(sql`update device set name = 'Garage' where controller_id = ${first.id} and key = 'ev2'`)
  const told = [
    { ...charger(1), model: 'X1' },
    { ...charger(2), model: 'X1' },
  ]
  await declare(first, told, [charger(1), charger(2)])
  expect(await names()).toEqual(['Polnilnica 1', 'Polnilnica 3', 'Garage'])

  const own = told.map(({ generic: _, ...device }) => ({ ...device, name: `Own ${device.id}` }))
  await declare(first, own, told)
  expect(await names()).toEqual(['Own ev1', 'Polnilnica 3', 'Garage'])
})

it('discovered through readings take the name of the first inventory, and those named by people keep theirs', async () => {
  const home = await createTestLocation(db)
  const controller = await createTestController(db, home)
  await createDevices(db, [{ controller, names: ['hp', 'pv'] }])
  await db.run(sql`update device set name = 'Roof' where location_id = ${home} and source_key = 'pv'`)
  const declare = (id: string) => ({
    ...{ id, name: `${id} declared`, category: 'OTHER' as const, model: null, serial: null },
    ...{ metrics: [], params: [] },
  })
  const inventory = { v: 1 as const, rev: 1, devices: [declare('hp'), declare('pv')] }
  const linked = { ...controller, locationId: home }
  await db.transaction((tx) => applyInventory(tx, linked, inventory, null))
  expect(await findDevices(home)).toMatchObject([{ name: 'hp declared' }, { name: 'Roof' }])
})
