import pino from 'pino'
import { startMaking } from '../../apps/server/src/features/controllers/stock/make-stock.ts'
import { parseStockCsv } from '../../apps/server/src/features/controllers/stock/parse-stock-csv.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { startJobs } from '../../apps/server/src/platform/jobs/jobs.ts'
import { createSecretBox } from '../../apps/server/src/platform/keys/secret-box.ts'
import { testSettings } from '../../apps/server/src/testing/test-settings.ts'
import { insertCompany, insertUser } from '../../apps/server/src/testing/test-world.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Figure } from './figure.ts'

// A thousand controllers from a file: read, given serials and credentials, and stored with the sealed credentials.

const now = Date.UTC(2026, 10, 21, 12)
const count = 1000
const limitSeconds = 10

export async function measureControllerStock(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const { db } = bench
  const clock = { now: () => now }
  const log = pino({ level: 'silent' })
  const jobs = await startJobs({ db, clock, log })
  // An embedded broker has nothing to be told.
  const link = {
    mqttPort: 1883,
    mqttTlsPort: null,
    acceptMqtt: null,
    setBrokerPasswords: async () => {},
    removeBrokerPasswords: async () => {},
  }
  const settings = testSettings({ databaseUrl: url })
  const deps = { db, clock, jobs, settings, link, secrets: createSecretBox(new Uint8Array(32)) }
  try {
    const userId = await insertUser(db, 'bench@test.si', 'ROLE_SUPER_ADMIN')
    const { companyId } = await insertCompany(db, 'Bench')
    const rows = Array.from({ length: count }, (_, index) => `CONTROLLER,Unit ${index}`)
    const text = ['kind,name', ...rows].join('\n')
    const start = performance.now()
    const { wanted, problems } = parseStockCsv(text)
    if (problems.length > 0) throw new Error(`${problems.length} rows were not read`)
    const audit = { actor: { userId }, address: null, at: now }
    const { finished } = await startMaking(deps, audit, { companyId, userId, source: 'csv', wanted })
    await finished
    const row = await db.row<{ made: number }>(sql`select count(*)::int as made from controller`)
    if (row!.made !== count) throw new Error(`${row!.made} were made`)
    const seconds = (performance.now() - start) / 1000
    return [
      {
        figure: `${count.toLocaleString('en')} controllers made from a CSV file, ${bench.name}`,
        value: Math.round(seconds * 100) / 100,
        unit: 's',
        limit: `≤ ${limitSeconds}`,
        peer: '–',
        holds: seconds <= limitSeconds,
      },
    ]
  } finally {
    await jobs.close()
    await bench.close()
  }
}
