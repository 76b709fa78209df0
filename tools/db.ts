import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { confirmLowerAge } from '../apps/server/src/features/telemetry/confirm-age.ts'
import { distributeTelemetry } from '../apps/server/src/features/telemetry/distribute.ts'
import type { AgeKind } from '../apps/server/src/features/telemetry/retention.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { DirectoryInUseError } from '../apps/server/src/platform/db/directory-lock.ts'
import { hasEmbeddedDb } from '../apps/server/src/platform/db/embedded-db.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { operatorCommand } from '../apps/server/src/platform/operator-command.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings } from '../apps/server/src/settings.ts'
import { type FleetSize, seedFleet } from './fleet/seed-fleet.ts'

// `npm run db`: what is done to a database once.

const db = operatorCommand('db', 'ACTION').replace('ACTION', '')
const usage = `Usage:
  ${db}confirm-retention 40   allows the server to drop single readings that a lower RAW_RETENTION_DAYS gives up
  ${db}confirm-packing 14     allows it to thin those that RAW_PACK_AFTER_DAYS says
and for PostgreSQL only:
  ${db}distribute    spreads the telemetry tables over the workers of a Citus cluster
  ${db}seed          fills an empty database with a made-up company, to measure and to try
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

const ageKinds = { 'confirm-retention': 'drop', 'confirm-packing': 'pack' } as const

type Wanted =
  | { action: 'distribute' }
  | { action: 'seed'; size: FleetSize }
  | { action: 'confirm'; kind: AgeKind; days: number }

function readArguments(): Wanted {
  const options = Object.fromEntries(Object.keys(words).map((word) => [word, { type: 'string' }] as const))
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [action, ...rest] = positionals
  const numbers = Object.fromEntries(
    Object.entries(words).map(([word, usual]) => [
      word,
      values[word] === undefined ? usual : Number(values[word]),
    ]),
  ) as Record<Word, number>
  if (action && Object.hasOwn(ageKinds, action) && rest.length === 1 && /^[1-9]\d{0,3}$/.test(rest[0]!))
    return { action: 'confirm', kind: ageKinds[action as keyof typeof ageKinds], days: Number(rest[0]) }
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

function run(db: Db, wanted: Wanted): Promise<string> {
  if (wanted.action === 'seed') return seed(db, wanted.size)
  if (wanted.action === 'distribute') return distribute(db)
  return confirmLowerAge(db, wanted.kind, { days: wanted.days, now: Date.now() })
}

try {
  const wanted = readArguments()
  const settings = readSettings(process.env)
  if (!settings.databaseUrl && !(wanted.action === 'confirm' && hasEmbeddedDb(settings.dataDir)))
    throw new OperatorError(
      'Set DATABASE_URL. Of an embedded database (DATA_DIR) only an age can be confirmed.',
    )
  const db = (await openDb(settings)).at('job')
  try {
    await migrate(db)
    console.log(await run(db, wanted))
  } finally {
    await db.close()
  }
} catch (error) {
  if (error instanceof DirectoryInUseError) {
    console.error('The embedded database is in use: stop the server, run this again and start it.')
    process.exit(1)
  }
  const isMistake =
    error instanceof OperatorError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isMistake ? (error as Error).message : error)
  process.exit(1)
}
