import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { type RunningServer, startServer } from '../../start-server.ts'
import { copyEmbeddedDatabase, keepCompiled } from '../../testing/embedded-snapshot.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { until } from '../link/link-test-kit.ts'

let dataDir: string
let server: RunningServer
// Without the portal, whose import runs beside the history and is tested separately.
const portalUrl = 'http://127.0.0.1:9'
const settings = (demoHistoryDays = 3) => testSettings({ demo: true, demoHistoryDays, dataDir, portalUrl })

async function startAfresh(demoHistoryDays?: number): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  await copyEmbeddedDatabase(dataDir)
  server = await startServer(settings(demoHistoryDays))
}

beforeAll(async () => {
  await keepCompiled()
  await startAfresh()
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const findJobs = () =>
  server.deps.db.rows<{ state: string; done: number; total: number; company_id: number }>(
    sql`select state, done, total, company_id from job where kind = 'demo_history' order by company_id`,
  )

/** Quarter-hours of that many whole days before today; one of them may have 23 hours. */
function quarterHoursOf(days: number): number {
  const today = Temporal.Now.zonedDateTimeISO('Europe/Ljubljana').startOfDay()
  return (today.epochMilliseconds - today.subtract({ days }).epochMilliseconds) / 900_000
}

describe('the running demo', () => {
  it('fills in its history through the link, shown as a job of each company', async () => {
    await until(async () => {
      const jobs = await findJobs()
      return jobs.length === 2 && jobs.every(({ state }) => state === 'done')
    }, 120_000)
    // Today so far and three days, of six locations and of one.
    expect((await findJobs()).map(({ done, total }) => [done, total])).toEqual([
      [24, 24],
      [4, 4],
    ])
    const rows = await server.deps.db.rows<{ name: string; samples: number }>(sql`
      select l.name, (select count(*) from sample s where s.location_id = l.id) as samples from location l`)
    expect(rows).toHaveLength(7)
    for (const { name, samples } of rows)
      expect(samples).toBeGreaterThanOrEqual(quarterHoursOf(3) * (name === 'Stanovanje Zupan' ? 1 : 3))
    expect(await server.deps.db.rows(sql`select reason from link_refusal`)).toEqual([])
  })

  it('has alarms that its controllers raised, one of them cleared', async () => {
    const findAlarms = () => server.deps.db.rows(sql`select type, status from alarm order by type, status`)
    await expect.poll(findAlarms).toEqual(
      expect.arrayContaining([
        { type: 'ERROR', status: 'ACTIVE' },
        { type: 'ERROR_COMMUNICATION', status: 'ACTIVE' },
        { type: 'OFF_GRID', status: 'CLEARED' },
      ]),
    )
  })

  it('shows every location live, including the one with a P1 meter', async () => {
    await until(async () => {
      const rows = await server.deps.db.rows<{ values: Record<string, unknown> }>(
        sql`select values from telemetry_state`,
      )
      return rows.length === 7 && rows.every(({ values }) => 'grid/power' in values)
    }, 120_000)
  })

  it('continues after a restart without sending its history again', async () => {
    await server.stop()
    server = await startServer(settings())
    await until(async () => {
      const row = await server.deps.db.row<{ count: number }>(
        sql`select count(*) as count from controller where online`,
      )
      return row!.count === 7
    })
    expect(await findJobs()).toHaveLength(2)
  })
})

describe('the history of the demo', () => {
  it('stops when its job is cancelled, and stays stopped after a restart', async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await startAfresh(399)
    await until(async () => (await findJobs()).length === 2)
    await server.deps.db.run(sql`update job set cancel_requested_at = now()`)
    await until(async () => (await findJobs()).every(({ state }) => state === 'cancelled'), 120_000)
    const before = await findJobs()
    expect(before.every(({ done, total }) => done < total)).toBe(true)
    await server.stop()
    server = await startServer(settings(399))
    await until(async () => {
      const row = await server.deps.db.row<{ count: number }>(
        sql`select count(*) as count from controller where online`,
      )
      return row!.count === 7
    })
    expect(await findJobs()).toEqual(before)
  })

  it('continues after a server shutdown in the middle of it', async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await startAfresh(20)
    await until(async () => (await findJobs()).some(({ done }) => done > 20))
    await server.stop()
    server = await startServer(settings(20))
    await until(async () => {
      const jobs = await findJobs()
      return jobs.filter(({ state }) => state === 'done').length === 2
    }, 120_000)
    const rows = await server.deps.db.rows<{ samples: number }>(
      sql`select count(*) as samples from sample group by location_id order by 1`,
    )
    for (const { samples } of rows.slice(1)) expect(samples).toBeGreaterThanOrEqual(quarterHoursOf(20) * 3)
  })
})
