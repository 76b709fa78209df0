import type { Api } from '@ohmstead/contract/all-endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { insertPriceList } from '../../testing/insert-price-list.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { seedLibraryTimePlans } from './library-time-plans.ts'
import { lockTimePlans } from './time-plan-queries.ts'

let server: TestServer
let admin: TestClient
let owner: TestClient
let viewer: TestClient
/** Of the plan that each test begins with. */
let timePlanId: number
let version: number

const fields = { title: 'Day and night', color: '#336699', countryCode: 'SI', holidayWeekday: null }
const block = {
  type: 'PRICING_ENERGY' as const,
  title: 'Day',
  color: '#e0a400',
  value: '0.12',
  tiers: [{ aboveKwh: 300, value: '0.15' }],
}
const season = { title: 'All year', validFrom: '2025-01-01', repeatsYearly: true }
const hours = (fromMinute: number, toMinute: number, weekday = 1 as const) => ({
  weekday,
  fromMinute,
  toMinute,
})

beforeAll(async () => {
  server = await startTestServer()
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(server.db, 'viewer@test.si', 'ROLE_USER')
  admin = server.client()
  owner = server.client()
  viewer = server.client()
  await admin.signIn('admin@test.si')
  await owner.signIn('owner@test.si')
  await viewer.signIn('viewer@test.si')
})
afterAll(() => server.stop())

beforeEach(async () => {
  const { data } = await admin.call('POST /timeplans', { body: fields })
  timePlanId = data.timePlan.id
  version = data.timePlan.version
})

/** Calls as the super admin with the newest version, and keeps the one that is answered. */
async function write<Name extends keyof Api>(
  name: Name,
  { params = {}, body }: { params?: Record<string, number>; body?: object } = {},
) {
  const input = {
    params: { timePlanId, ...params },
    ...(name.startsWith('DELETE') ? { query: { version } } : { body: { version, ...body } as never }),
  }
  const answer = await admin.call(name, input)
  const { data } = answer.error
    ? {}
    : (answer as { data?: { version?: number; timePlan?: { version: number } } })
  version = data?.version ?? data?.timePlan?.version ?? version
  return answer
}

const addSeason = async (more: Partial<typeof season> = {}) =>
  (await write('POST /timeplans/:timePlanId/seasons', { body: { ...season, ...more } })).data.season.id
const addBlock = async (more: object = {}) =>
  (await write('POST /timeplans/:timePlanId/blocks', { body: { ...block, ...more } })).data.block.id
const structure = async (client = admin) =>
  (await client.call('GET /timeplans/:timePlanId/structure', { params: { timePlanId } })).data.timePlan
const addPriceList = (blockId: number, email = 'owner@test.si') =>
  server.db.row<{ id: number }>(sql`
  insert into price_list (user_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
  select id, 'Mine', 'GEN-I', 'SI', '2025-01-01', ${JSON.stringify({
    buy: { kind: 'time_of_use', timePlanId, prices: [{ blockId, price: '0.2', tiers: [] }] },
  })}::jsonb, now(), now()
  from app_user where email = ${email} returning id`)

describe('time-of-use plans', () => {
  test('are built step by step, every write naming the version', async () => {
    const seasonId = await addSeason()
    const day = await addBlock()
    const limit = await addBlock({ type: 'LIMIT_POWER', title: 'Limit', value: '7', tiers: [] })
    const created = await write('POST /timeplans/:timePlanId/blocks/:blockId/slots', {
      params: { blockId: day },
      body: { seasonId, ...hours(360, 1440) },
    })
    expect(created.data.slot).toEqual({ id: expect.any(Number), seasonId, blockId: day, ...hours(360, 1440) })
    expect(await structure()).toEqual({
      id: timePlanId,
      version,
      libraryKey: null,
      ...fields,
      isInUse: false,
      usedBy: [],
      otherUses: 0,
      blocks: [
        { id: day, ...block, isInUse: true },
        { id: limit, ...block, type: 'LIMIT_POWER', title: 'Limit', value: '7', tiers: [], isInUse: false },
      ],
      seasons: [{ id: seasonId, ...season }],
      slots: [created.data.slot],
    })
    expect(version).toBe(5)
    const { timePlans } = (await admin.call('GET /timeplans')).data
    expect(timePlans.find(({ id }) => id === timePlanId)).toMatchObject({
      version,
      seasonCount: 1,
      isInUse: false,
      isComplete: false,
      blocks: [{ title: 'Day', value: '0.12' }, { title: 'Limit' }],
    })
  })

  test('need no more than a title and a colour', async () => {
    const answer = await admin.call('POST /timeplans', { body: { title: 'Plain', color: '#2c7fb8' } })
    expect(answer.data.timePlan).toMatchObject({ title: 'Plain', countryCode: null, holidayWeekday: null })
  })

  test('are read by whoever may edit a price list, and written by super admins', async () => {
    await addSeason()
    expect(await structure(owner)).toMatchObject({ id: timePlanId, usedBy: [] })
    expect((await viewer.call('GET /timeplans')).error?.code).toBe('not_allowed')
    expect((await owner.call('POST /timeplans', { body: fields })).error?.code).toBe('not_allowed')
    const input = { params: { timePlanId }, query: { version } }
    expect((await owner.call('DELETE /timeplans/:timePlanId', input)).error?.code).toBe('not_allowed')
  })

  test('a write from an old version is refused and changes nothing', async () => {
    const old = version
    await addSeason()
    const before = await structure()
    const body = { version: old, ...fields, title: 'Mine' }
    const refused = await admin.call('PUT /timeplans/:timePlanId', { params: { timePlanId }, body })
    expect([refused.status, refused.error?.code]).toEqual([409, 'edited_meanwhile'])
    expect(await structure()).toEqual(before)
  })

  test('a removal that names no version says what is missing', async () => {
    const block = { params: { timePlanId, blockId: 1 }, query: {} as { version: number } }
    const { error } = await admin.call('DELETE /timeplans/:timePlanId/blocks/:blockId', block)
    expect(error?.fields).toEqual({ version: 'required' })
  })

  test('of two writes at once from one version exactly one counts', async () => {
    const answers = await Promise.all(
      ['2025-01-01', '2025-06-01'].map((validFrom) =>
        admin.call('POST /timeplans/:timePlanId/seasons', {
          params: { timePlanId },
          body: { version, ...season, validFrom },
        }),
      ),
    )
    expect(answers.map(({ error }) => error?.code ?? 'done').sort()).toEqual(['done', 'edited_meanwhile'])
    expect((await structure()).seasons).toHaveLength(1)
  })

  test('holidays are those of a country, and take their slots with them', async () => {
    const update = (more: object) => write('PUT /timeplans/:timePlanId', { body: { ...fields, ...more } })
    const homeless = await update({ countryCode: null, holidayWeekday: 7 })
    expect(homeless.error).toMatchObject({ code: 'invalid_request', fields: { countryCode: 'required' } })
    const seasonId = await addSeason()
    const blockId = await addBlock()
    const slots = [{ blockId, fromMinute: 0, toMinute: 1440 }]
    const replace = () =>
      write('PUT /timeplans/:timePlanId/slots', { body: { days: [{ seasonId, weekday: 8, slots }] } })
    expect((await replace()).error?.fields).toEqual({ weekday: 'max_value' })
    expect((await update({ holidayWeekday: 8 })).error).toBeNull()
    expect((await replace()).data.slots).toMatchObject([{ weekday: 8 }])
    await update({ holidayWeekday: 7 })
    expect((await structure()).slots).toEqual([])
  })

  test('a copy has everything of its source and is a plan of its own', async () => {
    const seasonId = await addSeason()
    const blockId = await addBlock()
    await write('POST /timeplans/:timePlanId/blocks/:blockId/slots', {
      params: { blockId },
      body: { seasonId, ...hours(0, 1440) },
    })
    const source = await structure()
    const { data } = await admin.call('POST /timeplans', {
      body: { ...fields, title: 'Copy', copyOf: timePlanId },
    })
    const copy = data.timePlan
    const plain = ({ blocks, seasons, slots }: typeof copy) => ({
      blocks: blocks.map(({ id: _, ...rest }) => rest),
      seasons: seasons.map(({ id: _, ...rest }) => rest),
      slots: slots.map(({ weekday, fromMinute, toMinute }) => ({ weekday, fromMinute, toMinute })),
    })
    expect(plain(copy)).toEqual(plain(source))
    expect(copy.slots[0]).toMatchObject({ blockId: copy.blocks[0]!.id, seasonId: copy.seasons[0]!.id })
    expect([copy.blocks[0]!.id, copy.id]).not.toEqual([blockId, timePlanId])
  })

  test('one of the library is changed only as a copy', async () => {
    const { fourWindows } = await seedLibraryTimePlans(server.db, Date.now())
    timePlanId = fourWindows.timePlanId
    version = (await structure()).version
    for (const answer of [
      await write('PUT /timeplans/:timePlanId', { body: fields }),
      await write('DELETE /timeplans/:timePlanId'),
      await write('POST /timeplans/:timePlanId/seasons', { body: season }),
    ])
      expect([answer.status, answer.error?.code]).toEqual([409, 'library_read_only'])
    expect((await structure()).version).toBe(version)
    const copy = await admin.call('POST /timeplans', { body: { ...fields, copyOf: timePlanId } })
    expect(copy.data.timePlan).toMatchObject({ libraryKey: null, title: fields.title })
    expect(copy.data.timePlan.slots).toHaveLength(70)
  })

  test('in use it is not deleted; what uses it is named to super admins', async () => {
    await addSeason()
    const blockId = await addBlock()
    const list = (await addPriceList(blockId))!
    expect((await write('DELETE /timeplans/:timePlanId')).error?.code).toBe('time_plan_in_use')
    const own = (await addPriceList(blockId, 'admin@test.si'))!
    // A list of somebody else that prices no location is nobody's business.
    expect(await structure()).toMatchObject({
      ...{ isInUse: true, otherUses: 1 },
      usedBy: [{ kind: 'price_list', id: own.id, name: 'Mine', unpricedBlocks: [] }],
    })
    expect(await structure(owner)).toMatchObject({ isInUse: true, usedBy: [], otherUses: 0 })
    await server.db.run(sql`delete from price_list where id = ${own.id}`)
    await server.db.run(sql`delete from price_list where id = ${list.id}`)
    expect((await write('DELETE /timeplans/:timePlanId')).status).toBe(204)
    expect(
      (await admin.call('GET /timeplans/:timePlanId/structure', { params: { timePlanId } })).status,
    ).toBe(404)
    expect(await lockTimePlans(server.db, [timePlanId])).toEqual([])
  })

  test('a new block without a price of its own is named with the lists that have none for it', async () => {
    await addSeason()
    const list = (await addPriceList(await addBlock(), 'admin@test.si'))!
    await addBlock({ title: 'Night', value: '0.08' })
    await addBlock({ title: 'Weekend', value: null, tiers: [] })
    await addBlock({ title: 'Grid', type: 'PRICING_NETWORK', value: null, tiers: [] })
    await addBlock({ title: 'Limit', type: 'LIMIT_POWER', value: null, tiers: [] })
    expect((await structure()).usedBy).toEqual([
      { kind: 'price_list', id: list.id, name: 'Mine', unpricedBlocks: ['Weekend'] },
    ])
    const network = JSON.stringify({
      kind: 'entered',
      energy: { kind: 'time_of_use', timePlanId, prices: [] },
    })
    await server.db.run(sql`
      update price_list set terms = jsonb_build_object('network', ${network}::jsonb) where id = ${list.id}`)
    expect((await structure()).usedBy).toMatchObject([{ unpricedBlocks: ['Grid'] }])
    await server.db.run(sql`delete from price_list where id = ${list.id}`)
  })

  test.each([
    ['buys', (price: object) => ({ buy: price })],
    ['sells', (price: object) => ({ sell: price })],
    ['pays the network', (price: object) => ({ network: { kind: 'entered', energy: price } })],
  ])('in use by a list that %s by it, with its block and no other', async (_, termsOf) => {
    await addSeason()
    const [priced, free] = [await addBlock(), await addBlock()]
    const price = { kind: 'time_of_use', timePlanId, prices: [{ blockId: priced }], substitute: null }
    const { id: userId } = (await server.db.row<{ id: number }>(
      sql`select id from app_user where email = 'owner@test.si'`,
    ))!
    const listId = await insertPriceList(server.db, { userId }, termsOf(price) as never)
    const { isInUse, blocks } = await structure()
    expect([isInUse, blocks.filter((one) => one.isInUse).map(({ id }) => id)]).toEqual([true, [priced]])
    const { timePlans } = (await owner.call('GET /timeplans')).data
    const inUse = timePlans.filter((one) => one.isInUse).map(({ id }) => id)
    expect([inUse.includes(timePlanId), inUse.includes(timePlanId - 1)]).toEqual([true, false])
    await server.db.run(sql`delete from price_list where id = ${listId}`)
    expect((await structure()).blocks.map(({ id, isInUse }) => [id, isInUse])).toEqual([
      [priced, false],
      [free, false],
    ])
  })

  test.each([
    [
      'network_tariff',
      'Bijeli',
      (document: string) => sql`
      insert into network_tariff (name, country_code, operator, currency, periods, created_at, updated_at)
      values ('Bijeli', 'HR', 'HEP', 'EUR', jsonb_build_array(${document}::jsonb), now(), now())`,
    ],
    [
      'supply_offer',
      'HEP Bijeli',
      (document: string) => sql`
      insert into supply_offer (country_code, supplier, name, valid_from, offer, source, checked_on, created_at, updated_at)
      values ('HR', 'HEP', 'Bijeli', '2026-01-01', ${document}::jsonb, 'hep.hr', '2026-01-01', now(), now())`,
    ],
  ] as const)('in use by a %s it is not deleted either', async (kind, name, insert) => {
    await server.db.run(insert(JSON.stringify({ prices: { energy: { kind: 'time_of_use', timePlanId } } })))
    expect((await structure()).usedBy).toMatchObject([{ kind, name }])
    expect((await write('DELETE /timeplans/:timePlanId')).error?.code).toBe('time_plan_in_use')
  })

  test('a plan is complete once every instant has its slot; a copy without holidays has none of theirs', async () => {
    await write('PUT /timeplans/:timePlanId', { body: { ...fields, holidayWeekday: 8 } })
    const seasonId = await addSeason()
    const blockId = await addBlock()
    const isComplete = async () =>
      (await admin.call('GET /timeplans')).data.timePlans.find(({ id }) => id === timePlanId)!.isComplete
    const paint = (weekdays: number[]) =>
      write('PUT /timeplans/:timePlanId/slots', {
        body: {
          days: weekdays.map((weekday) => ({
            ...{ seasonId, weekday },
            slots: [
              { blockId, fromMinute: 720, toMinute: 1440 },
              { blockId, fromMinute: 0, toMinute: 720 },
            ],
          })),
        },
      })
    await paint([1, 2, 3, 4, 5, 6, 7])
    expect(await isComplete()).toBe(false)
    await paint([8])
    expect(await isComplete()).toBe(true)
    const { entries } = (await admin.call('GET /audit-log', { query: {} })).data
    expect(entries[0]!.after).toMatchObject({ slots: ['All year, 8: 00:00–12:00 Day, 12:00–24:00 Day'] })
    const copy = await admin.call('POST /timeplans', { body: { ...fields, copyOf: timePlanId } })
    expect(copy.data.timePlan.slots.map(({ weekday }) => weekday)).not.toContain(8)
  })

  test('every change is in the audit log', async () => {
    const seasonId = await addSeason()
    const blockId = await addBlock()
    const days = [{ seasonId, weekday: 2, slots: [{ blockId, fromMinute: 0, toMinute: 540 }] }]
    await write('PUT /timeplans/:timePlanId/slots', { body: { days } })
    await write('DELETE /timeplans/:timePlanId')
    const { entries } = (await admin.call('GET /audit-log', { query: {} })).data
    const own = entries.filter(({ before, after }) => before?.id === timePlanId || after?.id === timePlanId)
    expect(own.map(({ action }) => action)).toEqual([
      'time_plan_deleted',
      'time_plan_changed',
      'time_plan_changed',
      'time_plan_changed',
      'time_plan_created',
    ])
    expect(own[1]).toMatchObject({
      before: { title: fields.title, slots: [] },
      after: { slots: ['All year, 2: 00:00–09:00 Day'] },
    })
  })
})

describe('seasons', () => {
  test('come before blocks and slots', async () => {
    const refused = await write('POST /timeplans/:timePlanId/blocks', { body: block })
    expect([refused.status, refused.error?.code]).toEqual([409, 'season_required'])
    const painted = await write('PUT /timeplans/:timePlanId/slots', {
      body: { days: [{ seasonId: 1, weekday: 1, slots: [] }] },
    })
    expect(painted.error?.code).toBe('season_required')
  })

  test('are read, changed and deleted with their slots', async () => {
    const seasonId = await addSeason()
    const summerId = await addSeason({ title: 'Summer', validFrom: '2024-02-29' })
    const blockId = await addBlock()
    await write('POST /timeplans/:timePlanId/blocks/:blockId/slots', {
      params: { blockId },
      body: { seasonId: summerId, ...hours(0, 1440) },
    })
    const listed = await admin.call('GET /timeplans/:timePlanId/seasons', { params: { timePlanId } })
    expect(listed.data.seasons.map(({ id }) => id)).toEqual([summerId, seasonId])
    const params = { timePlanId, seasonId: summerId }
    const one = await owner.call('GET /timeplans/:timePlanId/seasons/:seasonId', { params })
    expect(one.data.season).toEqual({ id: summerId, ...season, title: 'Summer', validFrom: '2024-02-29' })
    const same = await write('PUT /timeplans/:timePlanId/seasons/:seasonId', { params, body: season })
    expect(same.error?.fields).toEqual({ validFrom: 'is_not' })
    const moved = { ...season, title: 'Late', validFrom: '2025-05-01', repeatsYearly: false }
    await write('PUT /timeplans/:timePlanId/seasons/:seasonId', { params, body: moved })
    await write('DELETE /timeplans/:timePlanId/seasons/:seasonId', { params })
    expect(await structure()).toMatchObject({ seasons: [{ id: seasonId }], slots: [] })
  })

  test('begin on days of their own, new or changed', async () => {
    const seasonId = await addSeason()
    const again = await write('POST /timeplans/:timePlanId/seasons', { body: season })
    expect([again.status, again.error?.fields]).toEqual([400, { validFrom: 'is_not' }])
    const params = { seasonId }
    const body = { ...season, title: 'Renamed' }
    const renamed = await write('PUT /timeplans/:timePlanId/seasons/:seasonId', { params, body })
    expect(renamed.error).toBeNull()
  })

  test('the only one of a plan in use stays', async () => {
    const seasonId = await addSeason()
    const otherId = await addSeason({ validFrom: '2025-06-01' })
    await addPriceList(await addBlock())
    const remove = (id: number) =>
      write('DELETE /timeplans/:timePlanId/seasons/:seasonId', { params: { seasonId: id } })
    expect((await remove(otherId)).error).toBeNull()
    expect((await remove(seasonId)).error?.code).toBe('time_plan_in_use')
  })
})

describe('blocks', () => {
  test('are listed, changed and deleted', async () => {
    await addSeason()
    const blockId = await addBlock()
    const body = { ...block, type: 'PRICING_NETWORK', title: 'Night', value: null, tiers: [] }
    await write('PUT /timeplans/:timePlanId/blocks/:blockId', { params: { blockId }, body })
    const listed = await owner.call('GET /timeplans/:timePlanId/blocks', { params: { timePlanId } })
    expect(listed.data).toEqual({ version, blocks: [{ id: blockId, ...body, isInUse: false }] })
    await write('DELETE /timeplans/:timePlanId/blocks/:blockId', { params: { blockId } })
    expect((await structure()).blocks).toEqual([])
  })

  test('with slots or a price are neither deleted nor of another type', async () => {
    const seasonId = await addSeason()
    const [withSlot, priced] = [await addBlock(), await addBlock({ title: 'Priced' })]
    const slot = await write('POST /timeplans/:timePlanId/blocks/:blockId/slots', {
      params: { blockId: withSlot },
      body: { seasonId, ...hours(0, 60) },
    })
    await addPriceList(priced)
    for (const blockId of [withSlot, priced]) {
      const params = { blockId }
      const removed = await write('DELETE /timeplans/:timePlanId/blocks/:blockId', { params })
      const body = { ...block, type: 'LIMIT_POWER', tiers: [] }
      const changed = await write('PUT /timeplans/:timePlanId/blocks/:blockId', { params, body })
      expect([removed.error?.code, changed.error?.code]).toEqual(['block_in_use', 'block_in_use'])
      const renamed = await write('PUT /timeplans/:timePlanId/blocks/:blockId', { params, body: block })
      expect(renamed.error).toBeNull()
    }
    await write('DELETE /timeplans/:timePlanId/blocks/:blockId/slots/:slotId', {
      params: { blockId: withSlot, slotId: slot.data.slot.id },
    })
    const params = { blockId: withSlot }
    expect((await write('DELETE /timeplans/:timePlanId/blocks/:blockId', { params })).error).toBeNull()
  })

  test('propose prices that can be one', async () => {
    await addSeason()
    const tiers = [
      { aboveKwh: 500, value: '0.2' },
      { aboveKwh: 300, value: '0.1' },
    ]
    const refused = await write('POST /timeplans/:timePlanId/blocks', { body: { ...block, tiers } })
    expect(refused.error).toMatchObject({
      code: 'invalid_request',
      fields: { 'tiers.1.aboveKwh': 'min_value' },
    })
    const params = { blockId: await addBlock() }
    const changed = await write('PUT /timeplans/:timePlanId/blocks/:blockId', {
      params,
      body: { ...block, tiers },
    })
    expect(changed.error).toEqual(refused.error)
  })
})

describe('slots', () => {
  let seasonId: number
  let blockId: number
  beforeEach(async () => {
    seasonId = await addSeason()
    blockId = await addBlock()
  })
  const add = (more: object, of = blockId) =>
    write('POST /timeplans/:timePlanId/blocks/:blockId/slots', {
      params: { blockId: of },
      body: { seasonId, ...hours(0, 60), ...more },
    })

  test('are moved and deleted, and listed by block', async () => {
    const { slot } = (await add({})).data
    const params = { blockId, slotId: slot.id }
    const body = { seasonId, ...hours(30, 1440) }
    const moved = await write('PUT /timeplans/:timePlanId/blocks/:blockId/slots/:slotId', { params, body })
    expect(moved.data.slot).toEqual({ id: slot.id, blockId, ...body })
    const ofBlock = await owner.call('GET /timeplans/:timePlanId/blocks/:blockId/slots', {
      params: { timePlanId, blockId },
    })
    expect(ofBlock.data.slots).toEqual([moved.data.slot])
    await write('DELETE /timeplans/:timePlanId/blocks/:blockId/slots/:slotId', { params })
    const all = await owner.call('GET /timeplans/:timePlanId/slots', { params: { timePlanId } })
    expect(all.data).toEqual({ version, slots: [] })
  })

  test.each([
    ['between quarter-hours', { toMinute: 50 }, 400],
    ['that ends before it begins', { fromMinute: 120 }, 400],
    ['beyond 24:00', { toMinute: 1455 }, 400],
    ['on an eighth day of a plan without holidays', { weekday: 8 }, 400],
    ['on a ninth day', { weekday: 9 }, 400],
    ['of a season of another plan', { seasonId: 2_000_000_000 }, 404],
  ])('%s are refused', async (_, more, status) => expect((await add(more)).status).toBe(status))

  test('of one block type never overlap; of two types they do', async () => {
    const [other, limit] = [await addBlock(), await addBlock({ type: 'LIMIT_POWER', tiers: [] })]
    await add({})
    expect((await add(hours(45, 90), other)).error?.code).toBe('slots_overlap')
    const { slot } = (await add(hours(60, 90), other)).data
    const params = { blockId: other, slotId: slot.id }
    const body = { seasonId, ...hours(45, 90) }
    const moved = await write('PUT /timeplans/:timePlanId/blocks/:blockId/slots/:slotId', { params, body })
    expect(moved.error?.code).toBe('slots_overlap')
    const elsewhere = await write('DELETE /timeplans/:timePlanId/blocks/:blockId/slots/:slotId', {
      params: { blockId, slotId: slot.id },
    })
    expect(elsewhere.error?.code).toBe('not_found')
    expect((await add(hours(0, 90), limit)).error).toBeNull()
  })

  test('whole days are replaced, all or nothing', async () => {
    await add({})
    await add({ weekday: 2 })
    const replace = (slots: object[]) =>
      write('PUT /timeplans/:timePlanId/slots', {
        body: {
          days: [
            { seasonId, weekday: 1, slots },
            { seasonId, weekday: 3, slots: [] },
          ],
        },
      })
    const before = await structure()
    const overlapping = await replace([
      { blockId, fromMinute: 0, toMinute: 600 },
      { blockId, fromMinute: 585, toMinute: 705 },
    ])
    expect(overlapping.error?.code).toBe('slots_overlap')
    expect(await structure()).toEqual(before)
    const { slots } = (await replace([{ blockId, fromMinute: 600, toMinute: 1440 }])).data
    expect(slots).toMatchObject([hours(600, 1440), { weekday: 2, fromMinute: 0, toMinute: 60 }])
  })
})

test('public holidays of a country are known to everybody who is signed in', async () => {
  const query = { countryCode: 'si', year: 2026 }
  const { days } = (await viewer.call('GET /public-holidays', { query })).data
  expect(days).toContain('2026-02-08')
  expect(
    (await viewer.call('GET /public-holidays', { query: { countryCode: 'SI', year: 1800 } })).status,
  ).toBe(400)
})
