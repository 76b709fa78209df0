import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { distributeTelemetry } from '../apps/server/src/features/telemetry/distribute.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings } from '../apps/server/src/settings.ts'
import { type FleetSize, seedFleet } from './fleet/seed-fleet.ts'

// `npm run db`: what is done to a PostgreSQL (DATABASE_URL) once.

const usage = `Usage:
  npm run db -- distribute    spreads the telemetry tables over the workers of a Citus cluster
  npm run db -- seed          fills an empty database with a made-up company, to measure and to try
    --homes 5000                of different plants, with a controller each
    --people 20000              owners, invited people, members of the company
    --days 365                  days that have energy
    --hour-days 35              of these, the last ones that have it by the hour
    --sample-days 1             and the last ones that have a sample every five minutes
    --full-homes 20             homes that have the hours of all days
    --audit 0                   entries of the audit log`

const words = {
  homes: 5000,
  people: 20_000,
  days: 365,
  'hour-days': 35,
  'sample-days': 1,
  'full-homes': 20,
  audit: 0,
}
type Word = keyof typeof words

function readArguments(): { action: 'distribute' } | { action: 'seed'; size: FleetSize } {
  const options = Object.fromEntries(Object.keys(words).map((word) => [word, { type: 'string' }] as const))
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [action, ...rest] = positionals
  const numbers = Object.fromEntries(
    Object.entries(words).map(([word, usual]) => [
      word,
      values[word] === undefined ? usual : Number(values[word]),
    ]),
  ) as Record<Word, number>
  const isRight = rest.length === 0 && Object.values(numbers).every((n) => Number.isSafeInteger(n) && n >= 0)
  if (action === 'distribute' && isRight && Object.keys(values).length === 0) return { action }
  if (action !== 'seed' || !isRight || numbers.homes < 1 || numbers.people < 4) throw new OperatorError(usage)
  return {
    action,
    size: {
      ...numbers,
      hourDays: numbers['hour-days'],
      sampleDays: numbers['sample-days'],
      fullHomes: numbers['full-homes'],
      auditEntries: numbers.audit,
    },
  }
}

async function seed(db: Db, size: FleetSize): Promise<string> {
  const begin = performance.now()
  const seconds = () => `${Math.round((performance.now() - begin) / 1000)} s`
  const password = randomBytes(9).toString('base64url')
  const staff = await seedFleet(db, size, {
    now: Math.floor(Date.now() / 300_000) * 300_000,
    password,
    report: (line) => console.log(`${seconds().padStart(6)}  ${line}`),
  })
  return `Made in ${seconds()}. ${staff.join(', ')} and person1@fleet.test to person${size.people}@fleet.test sign in with ${password}`
}

async function distribute(db: Db): Promise<string> {
  const done = await distributeTelemetry(db)
  return done.length > 0
    ? `Distributed by location: ${done.join(', ')}.`
    : 'The telemetry tables are distributed already.'
}

try {
  const wanted = readArguments()
  const settings = readSettings(process.env)
  if (!settings.databaseUrl)
    throw new OperatorError('Set DATABASE_URL: this is for PostgreSQL, not for the embedded database.')
  const db = (await openDb(settings)).at('job')
  try {
    await migrate(db)
    console.log(wanted.action === 'seed' ? await seed(db, wanted.size) : await distribute(db))
  } finally {
    await db.close()
  }
} catch (error) {
  const isMistake =
    error instanceof OperatorError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isMistake ? (error as Error).message : error)
  process.exit(1)
}
