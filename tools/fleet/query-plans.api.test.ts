import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRuleEvaluation } from '../../apps/server/src/features/alarm-rules/evaluate-rules.ts'
import { cleanUp } from '../../apps/server/src/features/upkeep/clean-up.ts'
import { type Sql, sql } from '../../apps/server/src/platform/db/sql.ts'
import { createAccessWorld } from '../../apps/server/src/testing/access-world.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { findScans, pretendMillions } from './find-scans.ts'
import { seedFleet } from './seed-fleet.ts'

// No statement may read a table that grows from end to end. The statements are those of the start, of storing and closing
// a fleet's readings, of all endpoints as each kind of reader asks them, of a round of alarm rules, and of the cleaning up.

/** Tables that do not grow with homes, people or time: all others do. */
const smallTables = [
  ...[
    'alarm_rule_turn',
    'brand_image',
    'company',
    'country',
    'exchange_rate',
    'migration',
    'network_tariff',
    'platform_watch',
    'sample_pack_age',
    'sample_retention',
    'server_process',
  ],
  ...[
    'sealing_key',
    'setting',
    'spot_source_state',
    'spot_zone',
    'supply_offer',
    'time_plan',
    'time_plan_block',
  ],
]

/** What may be read whole nevertheless: a piece of the statement, its tables, and why. */
const exceptions = [
  {
    piece: 'strpos(lower(',
    tables: ['app_user', 'location'],
    why: 'text within names: no index of both databases finds it; 20,000 people take 30 ms',
  },
  {
    piece: 'count(*) as total from app_user u where',
    tables: ['app_user'],
    why: 'how many people a location could be given to, of a company or of all; 20,000 people take 30 ms',
  },
  {
    piece: 'with found as materialized',
    tables: ['app_user', 'location', 'controller_search', 'device_search'],
    why: 'a search without a term counts up to ten thousand; a term is found by the index of its letters',
  },
  {
    piece: 'count(*) filter (where online) as connected',
    tables: ['controller'],
    why: 'figures of all controllers, counted once a minute for all processes',
  },
  {
    piece: 'as failing from portal_import',
    tables: ['portal_import'],
    why: 'imports that wait, counted once a minute for all processes',
  },
  {
    piece: 'from repricing_due',
    tables: ['repricing_due'],
    why: 'a queue that is emptied within seconds',
  },
  {
    piece: 'seen as (',
    tables: ['location'],
    why: 'a super admin may ask for the unpriced of all companies',
  },
  {
    piece: 'from sharing_group g',
    tables: ['sharing_group', 'sharing_member'],
    why: 'a list of groups that share: there are dozens, not one per home; here a few groups seem to have all members',
  },
]

let server: TestServer
const statements = new Map<string, Sql>()
const now = Date.now()
const dayMs = 86_400_000

function note(statement: Sql): void {
  if (!/^\s*(select|insert|update|delete|with)\b/.test(statement.text)) return
  // The first two lines are this and the recorder; whatever the test itself writes is none of the product's.
  const callers = new Error().stack!.split('\n').slice(2).join()
  if (/fleet-queries|find-scans|query-plans|testing\/(?!record)/.test(callers)) return
  statements.set(statement.text, statement)
}

beforeAll(async () => {
  server = await startTestServer({ time: now, note })
  const size = {
    homes: 30,
    people: 120,
    days: 4,
    hourDays: 4,
    sampleDays: 1,
    fullHomes: 1,
    auditEntries: 300,
  }
  await seedFleet(server.db, size, { now, password: 'many homes', report: () => {} })
  await askEverything()
  await insertRules()
  await createRuleEvaluation().evaluate(server.db, now)
  await cleanUp(server.deps)
  await pretendMillions(server.db, smallTables)
}, 600_000)
afterAll(() => server.stop())

const readers = ['ROLE_SUPER_ADMIN', 'ROLE_AGGREGATOR', 'ROLE_USER_BASIC']

/** Everything is asked for with and without a range and a word; the super admin tries all that changes as well. */
async function askEverything(): Promise<void> {
  const world = await createAccessWorld(server.db, now)
  const query = { from: String(now - dayMs), to: String(now), interval: '3600', search: 'ana', page: '1' }
  for (const { method, path } of allEndpoints)
    for (const asker of world.askers) {
      if (!readers.slice(0, method === 'GET' ? 3 : 1).includes(asker.name)) continue
      let filled: string = path
      for (const [match, name = ''] of path.matchAll(/:(\w+)/g))
        filled = filled.replace(match, String(await world.parameters[name]!(world.siteOf(asker, 'own'))))
      for (const asked of method === 'GET' ? ['', `?${new URLSearchParams(query)}`] : ['']) {
        const answer = await fetch(`${server.url}/api${filled}${asked}`, {
          method,
          headers: {
            cookie: await asker.cookie(method),
            ...(method !== 'GET' && { 'content-type': 'application/json' }),
          },
          ...(method !== 'GET' && { body: '{"data":null}' }),
        })
        if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
        else await answer.text()
      }
    }
}

/** Every kind of alarm rule, for all locations of a company. */
async function insertRules(): Promise<void> {
  const terms = JSON.stringify(readyRules)
  await server.db.run(sql`
    insert into alarm_rule (company_id, location_group_id, name, kind, settings, duration_seconds)
    select c.id, c.root_group_id, '', r.kind, r.settings, 0
    from company c, jsonb_to_recordset(${terms}::jsonb) as r (kind text, settings jsonb)`)
}

test('no statement reads a table that grows from end to end', async () => {
  expect(statements.size).toBeGreaterThan(250)
  const found: string[] = []
  for (const statement of statements.values()) {
    const scans = await findScans(server.db, statement)
    const excepted = exceptions.filter(({ piece }) => statement.text.includes(piece))
    const wrong = scans.filter(
      (table) => !smallTables.includes(table) && !excepted.some(({ tables }) => tables.includes(table)),
    )
    if (wrong.length > 0) found.push(`${wrong.join(', ')}: ${statement.text.replace(/\s+/g, ' ').trim()}`)
  }
  expect(found).toEqual([])
})

test('a statement without an index is noticed, whether its table has rows or not', async () => {
  expect(await findScans(server.db, sql`select id from location where latitude = 46`)).toEqual(['location'])
  expect(await findScans(server.db, sql`select id from account_export where size_bytes = 1`)).toEqual([
    'account_export',
  ])
  expect(await findScans(server.db, sql`select id from location where id = 1`)).toEqual([])
})
