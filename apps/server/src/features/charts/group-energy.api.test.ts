import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { Interval } from '@ohmstead/domain/time/intervals'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertController, insertLocation } from '../../testing/test-world.ts'
import { closeDays } from '../telemetry/close-days.ts'
import { finishEnergy } from '../telemetry/finish-energy.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { getChartRange } from './chart-range.ts'
import { getEnergy, getGroupEnergy } from './get-energy.ts'

const day = 24 * hourMs
/** Two days before the end of summer time in Europe. */
const begin = Date.UTC(2026, 9, 23, 22)
const lastDay = 5
const zones = ['Europe/Ljubljana', 'Asia/Kolkata', 'UTC'] as const
const homes = 22

let db: Db
let close: () => Promise<void>
let groupIds: number[]
let locationIds: number[]
const controllerIds = new Map<number, number>()

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now: begin, retentionDays: 400 })
})
afterAll(() => close())

let worlds = 0

/** Homes of two groups: most have a meter, some panels, batteries or chargers, and some a gap of a few hours. */
async function makeWorld(seed: number) {
  const { companyId, rootGroupId } = await insertCompany(db, `World ${worlds++}`)
  const child = await db.row<{ id: number }>(
    sql`insert into location_group (company_id, parent_id, name) values (${companyId}, ${rootGroupId}, 'Below') returning id`,
  )
  groupIds = [rootGroupId, child!.id]
  locationIds = []
  for (let home = 0; home < homes; home++) {
    const locationGroupId = groupIds[home % 5 === 0 ? 1 : 0]!
    const id = await insertLocation(db, { companyId, locationGroupId })
    await db.run(
      sql`update location set time_zone = ${zones[home > 19 ? 2 : home > 16 ? 1 : 0]} where id = ${id}`,
    )
    locationIds.push(id)
    controllerIds.set(
      id,
      (await insertController(db, id, [{ key: 'ev', category: 'EV_CHARGER' }])).controllerId,
    )
  }
  await store(locationIds, begin, begin + 2 * day, seed)
}

async function store(ids: readonly number[], from: number, to: number, seed: number) {
  let random = (seed % 2_147_483_646) + 1
  const next = () => {
    random = (random * 48_271) % 2_147_483_647
    return random / 2_147_483_647
  }
  await storeReadings(
    db,
    ids.map((locationId) => {
      const kind = locationId % 7
      const gapAt = from + (to - from) * next()
      const samples = []
      for (
        let ts = Math.round(from + next() * hourMs);
        ts < to;
        ts += Math.round((8 + 20 * next()) * 60_000)
      ) {
        if (ts > gapAt && ts < gapAt + 2 * hourMs * next() && next() < 0.8) continue
        const values: Record<string, number | null> = {}
        if (kind !== 6) values['grid/power'] = Math.round(5000 * (next() - 0.4))
        if (kind % 2 === 0) values['pv/power'] = next() < 0.1 ? null : Math.round(3000 * next())
        if (kind % 3 === 0) values['bat/power'] = Math.round(2000 * (next() - 0.5))
        if (kind > 3) values['ev/power'] = Math.round(1500 * next())
        samples.push({ ts, stepSeconds: null, values })
      }
      return { locationId, controllerId: controllerIds.get(locationId)!, devices: {}, samples }
    }),
  )
}

const some = fc.uniqueArray(fc.integer({ min: 0, max: homes - 1 }), { minLength: 1, maxLength: 4 })
const instant = fc.integer({ min: -6, max: 24 * lastDay }).map((hours) => begin + hours * hourMs)
type Act = (now: number) => Promise<unknown>
const pick = (places: readonly number[]) => places.map((place) => locationIds[place]!)

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Act>((now) => closeDays(db, now)) },
  // Late readings, of few and of long ago.
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        some,
        fc.integer({ min: 0, max: 60 }).map((hours) => begin + hours * hourMs),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(),
      )
      .map(
        ([places, from, hours, seed]): Act =>
          async (now) => {
            await store(pick(places), from, Math.min(from + hours * hourMs, now), seed)
            if (seed % 3 > 0) await finishEnergy(db)
          },
      ),
  },
  fc.tuple(some, fc.nat(1)).map(
    ([places, group]): Act =>
      () =>
        db.run(
          sql`update location set location_group_id = ${groupIds[group]!} where id = any(${pick(places)}::int[])`,
        ),
  ),
  fc.tuple(some, fc.constantFrom(...zones)).map(
    ([places, zone]): Act =>
      () =>
        db.run(sql`update location set time_zone = ${zone} where id = any(${pick(places)}::int[])`),
  ),
  fc.tuple(some, fc.boolean()).map(
    ([places, isDeleted]): Act =>
      () =>
        db.run(
          sql`update location set deletion_due_at = case when ${isDeleted} then now() end where id = any(${pick(places)}::int[])`,
        ),
  ),
  fc.tuple(some, fc.constantFrom('EV_CHARGER', 'HVAC')).map(
    ([places, category]): Act =>
      () =>
        db.run(sql`update device set category = ${category} where location_id = any(${pick(places)}::int[])`),
  ),
)

const question = fc.record({
  from: instant,
  hours: fc.integer({ min: 1, max: 24 * lastDay }),
  // On the hour, on a slot, or anywhere.
  shift: fc.constantFrom(0, 0, 6 * slotMs, 7 * slotMs, 123_456),
  interval: fc.constantFrom<Interval>(300, 900, 3600, 43_200, 86_400, 2_592_000),
  zone: fc.constantFrom(...zones),
  isWhole: fc.boolean(),
  without: some,
})

test('the sums that are kept say what the readings say, whatever happens to the homes of a group', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(fc.tuple(act, question), { minLength: 3, maxLength: 6 }),
      async (seed, steps) => {
        await makeWorld(seed)
        let now = begin + 2 * day
        await closeDays(db, now)
        for (const [does, { from, hours, shift, interval, zone, isWhole, without }] of steps) {
          await store(locationIds, now, now + 5 * hourMs, seed + now)
          now += 5 * hourMs
          await does(now)
          const ranges = [
            { from: from + shift, to: from + hours * hourMs, interval },
            { from: begin - day, to: now + day, interval },
          ].filter((range) => range.to > range.from)
          // As one who sees all, and as one who does not see some.
          const hidden = new Set(isWhole ? [] : pick(without))
          const visible = await db.rows<{ id: number }>(
            sql`select id from location where id = any(${locationIds}::int[]) and deletion_due_at is null order by id`,
          )
          const ids = visible.map(({ id }) => id).filter((id) => !hidden.has(id))
          if (ids.length < 2) continue
          for (const asked of ranges) {
            const range = getChartRange(asked, zone)
            expect(await getGroupEnergy(db, ids, range)).toEqual(
              await getEnergy(db, { locationIds: ids }, range),
            )
          }
        }
        const kept = await db.row<{ count: number }>(sql`select count(*) as count from energy_sum`)
        expect(kept!.count).toBeGreaterThan(0)
      },
    ),
    // A world takes long: what fails is shown as it is.
    { numRuns: propertyRuns(9), endOnFailure: true },
  )
})
