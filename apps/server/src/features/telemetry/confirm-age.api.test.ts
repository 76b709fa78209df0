import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { confirmLowerAge } from './confirm-age.ts'
import { startTelemetry } from './start-telemetry.ts'
import { storeReadings } from './store-readings.ts'

const day = 86_400_000
const begin = Date.UTC(2026, 5, 10, 1)
let db: Db
let close: () => Promise<void>
let now = begin
const lines: Record<string, unknown>[] = []
const log: Logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
})
afterAll(() => close())

/** One start of the server: what it finds, does and says before it stops. */
async function startOnce(retentionDays: number, packAfterDays: number): Promise<Record<string, unknown>[]> {
  lines.length = 0
  const telemetry = await startTelemetry({ db, clock: { now: () => now }, log, retentionDays, packAfterDays })
  // The first round begins at the start, and stopping waits for the step it is in.
  await telemetry.isTidy()
  await telemetry.close()
  return lines.map(({ msg, months, wantedDays, inForceDays, rows, packs }) =>
    JSON.parse(JSON.stringify({ msg, months, wantedDays, inForceDays, rows, packs })),
  )
}
const countRows = async () =>
  (await db.row<{ rows: number }>(sql`select count(*) as rows from sample where location_id = 1`))!.rows
const storeAt = (ts: number) =>
  storeReadings(db, [
    {
      locationId: 1,
      controllerId: 1,
      devices: {},
      samples: [0, 1, 2].map((second) => ({
        ts: ts + second * 1000,
        stepSeconds: null,
        values: { 'grid/voltage_l1': 230 + second },
      })),
    },
  ])

test('a start says what lower ages would cost and keeps everything until an operator confirms them', async () => {
  expect(await startOnce(400, 0)).toEqual([])
  await storeAt(begin - 100 * day)
  await storeAt(begin - 20 * day)
  await storeAt(begin)
  now += 2 * day
  for (const _ of [1, 2]) {
    const said = await startOnce(40, 14)
    expect(said).toMatchObject([
      {
        wantedDays: 40,
        inForceDays: 400,
        months: ['2026-03'],
        rows: 3,
        msg: expect.stringMatching(
          /^RAW_RETENTION_DAYS=40 would drop .* npm run db -- confirm-retention 40$/,
        ),
      },
      {
        wantedDays: 14,
        months: ['2026-03', '2026-05'],
        rows: 6,
        msg: expect.stringMatching(/^RAW_PACK_AFTER_DAYS=14 would thin .* npm run db -- confirm-packing 14$/),
      },
    ])
    expect(await countRows()).toBe(9)
    now += day / 2
  }
  const confirm = (kind: 'drop' | 'pack', days: number) => confirmLowerAge(db, kind, { days, now })
  await expect(confirm('drop', 39)).rejects.toThrow('start one with RAW_RETENTION_DAYS=39 first')
  expect(await confirm('pack', 14)).toMatch(
    /^Confirmed\. Thinned .* 2 months \(2026-03, 2026-05\), about 6 rows/,
  )
  now += day / 2
  expect((await startOnce(40, 14)).at(-1)).toMatchObject({ packs: 2 })
  expect(await countRows()).toBe(3)
  expect(await confirm('drop', 40)).toMatch(/^Confirmed\. Dropped .* 1 month \(2026-03\), about 1 row,/)
  const [dropped] = await startOnce(40, 14)
  expect(dropped!.msg).toBe('a month of readings was dropped by its age')
  expect(await confirm('drop', 40)).toBe('RAW_RETENTION_DAYS=40 is in force already.')
  const left = await db.rows(sql`select 1 from sample_pack where location_id = 1`)
  expect([left.length, await countRows()]).toEqual([1, 3])
})
