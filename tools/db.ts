import process from 'node:process'
import {
  distributeTelemetry,
  NotDistributableError,
} from '../apps/server/src/features/telemetry/distribute.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings } from '../apps/server/src/settings.ts'

// `npm run db -- distribute` spreads the telemetry tables over the workers of a Citus cluster (DATABASE_URL).

if (process.argv[2] !== 'distribute') {
  console.error('Usage: npm run db -- distribute')
  process.exit(2)
}

try {
  const settings = readSettings(process.env)
  if (!settings.databaseUrl)
    throw new NotDistributableError('Set DATABASE_URL: the embedded database cannot be distributed.')
  const db = (await openDb(settings)).at('job')
  try {
    await migrate(db)
    const done = await distributeTelemetry(db)
    console.log(
      done.length > 0
        ? `Distributed by location: ${done.join(', ')}.`
        : 'The telemetry tables are distributed already.',
    )
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
}
