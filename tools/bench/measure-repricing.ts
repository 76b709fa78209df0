import pino from 'pino'
import type { Calculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { pricesChanged } from '../../apps/server/src/features/location-pricing/prices-changed.ts'
import { findRepricings } from '../../apps/server/src/features/location-pricing/repricing-queries.ts'
import { startRepricings } from '../../apps/server/src/features/location-pricing/start-repricings.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { type Jobs, startJobs } from '../../apps/server/src/platform/jobs/jobs.ts'
import {
  insertMeteringPoint,
  insertQuarterHours,
  livingPower,
} from '../../apps/server/src/testing/insert-metering-point.ts'
import type { BenchDatabase } from './bench-database.ts'
import { type Figure, p95 } from './figure.ts'

const days = 730
const dayMs = 86_400_000
const runs = 12

interface Priced {
  calculator: Calculator
  userId: number
  locationId: number
  now: number
}

/**
 * A corrected price list, from its commit to the end of the job: two years of a location's official readings in both
 * directions are read, priced before and after, and what differs is kept.
 */
export async function measureRepricing(
  { db, name }: BenchDatabase,
  { calculator, userId, locationId, now }: Priced,
): Promise<Figure> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const deviceId = await insertMeteringPoint(db, userId, '4-0000001', {})
  const span: [string, string] = [dayOf(now - days * dayMs), dayOf(now)]
  await insertQuarterHours(db, deviceId, span, livingPower, (startMs) => livingPower(startMs + dayMs / 2) / 2)
  await db.run(sql`
    update location_pricing set abstract_device_id = ${deviceId}, manual_point = null
    where location_id = ${locationId}`)
  const listId = await makeOwnList(db, locationId)
  const common = { db, clock: { now: () => now }, log: pino({ level: 'silent' }) }
  const jobs = await startJobs(common)
  let finished: Promise<void> = Promise.resolve()
  const run: Jobs['run'] = async (...start) => {
    const started = await jobs.run(...start)
    finished = started.finished
    return started
  }
  const repricings = await startRepricings({ ...common, calculator, jobs: { ...jobs, run } })
  const times: number[] = []
  for (let version = 2; version < runs + 2; version++) {
    await correct(db, listId, version)
    const begin = performance.now()
    const change = { priceListId: listId, versionBefore: version - 1, version, changedBy: userId }
    await pricesChanged(db, { kind: 'priceList', ...change, at: now, reason: null })
    await repricings.begin()
    await finished
    times.push(performance.now() - begin)
  }
  const [repricing] = await findRepricings(db, locationId)
  await repricings.close()
  await jobs.close()
  await db.run(sql`delete from repricing`)
  const value = Math.round(p95(times.slice(2)))
  return {
    figure: `a corrected price list: ${days} days of a location priced before and after, as a job, ${name}, p95`,
    value,
    unit: 'ms',
    limit: '≤ 1000',
    peer: `${repricing?.months.length} months differ`,
    holds: value <= 1000 && (repricing?.months.length ?? 0) >= 23,
  }
}

/** A list that no other location has, since a change prices all of them again. */
async function makeOwnList(db: BenchDatabase['db'], locationId: number): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    with list as (
      insert into price_list (company_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
      select company_id, 'Own', utility, country_code, valid_from, terms, now(), now() from price_list
      order by id limit 1 returning id, company_id
    ), plan as (
      insert into rate_plan (company_id, name, created_at, updated_at)
      select company_id, 'Own', now(), now() from list returning id
    ), entry as (
      insert into rate_plan_entry (rate_plan_id, price_list_id, valid_from)
      select plan.id, list.id, '2024-01-01' from plan, list
    ), used as (
      update location_pricing set rate_plan_id = (select id from plan) where location_id = ${locationId}
    )
    select id from list`)
  await keepVersion(db, row!.id)
  return row!.id
}

async function correct(db: BenchDatabase['db'], listId: number, version: number): Promise<void> {
  const buy = JSON.stringify({ kind: 'fixed', t0: null, t1: `0.12${version}`, t2: '0.0979' })
  await db.run(sql`
    update price_list set version = ${version}, terms = jsonb_set(terms, '{buy}', ${buy}::jsonb) where id = ${listId}`)
  await keepVersion(db, listId)
}

const keepVersion = (db: BenchDatabase['db'], listId: number) =>
  db.run(sql`
    insert into price_list_version (price_list_id, version, name, utility, valid_from, terms, changed_at)
    select id, version, name, utility, valid_from, terms, now() from price_list where id = ${listId}`)
