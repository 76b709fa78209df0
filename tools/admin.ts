import { resolve } from 'node:path'
import process from 'node:process'
import { explainStartError } from '../apps/server/src/explain-start-error.ts'
import { removeDemo } from '../apps/server/src/features/demo/remove-demo.ts'
import { claimInstallation } from '../apps/server/src/features/installation/claim-installation.ts'
import { fillBroker } from '../apps/server/src/features/operator/fill-broker.ts'
import {
  createAdmin,
  createPasswordLink,
  listAdmins,
  removeSecondFactor,
} from '../apps/server/src/features/operator/operator-commands.ts'
import { listSlots, setSlots } from '../apps/server/src/features/operator/slot-commands.ts'
import { DirectoryInUseError } from '../apps/server/src/platform/db/directory-lock.ts'
import { hasEmbeddedDb } from '../apps/server/src/platform/db/embedded-db.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { operatorCommand } from '../apps/server/src/platform/operator-command.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings } from '../apps/server/src/settings.ts'

// `npm run admin`: commands for the operator only, on the database of the settings.

// As in the server: new files are readable by this user only.
process.umask(0o077)

const admin = operatorCommand('admin', 'COMMAND').replace('COMMAND', '')
const usage = `Usage, with the settings of the server:
  ${admin}create MAIL                 makes a super admin, and a link to choose a password
  ${admin}list                        shows the super admins
  ${admin}link MAIL                   makes a link to choose a new password, for anybody
  ${admin}remove-second-factor MAIL   for somebody who has lost authenticator app, recovery codes and passkeys
  ${admin}fill-broker [FILE]          makes the broker know all controllers by their passwords again: RabbitMQ, or
                                               Mosquitto's dynamic-security.json
  ${admin}slots                       shows into how many slots an external broker's controllers are divided
  ${admin}set-slots NUMBER            divides them into so many; running processes move them
  ${admin}remove-demo                 takes the demo's people and places out of a database, so that it may
                                               serve others`

const [name = '', ...given] = process.argv.slice(2)
// Before the settings are read: a wrong one is no reason to keep the commands secret.
if (name === '') endWithUsage()

const settings = readSettingsOrEnd()
const clock = { now: () => Date.now() }
type Db = Awaited<ReturnType<typeof openDb>>
const forPerson =
  (
    work: (
      deps: { db: Db; clock: typeof clock; settings: typeof settings },
      email: string,
    ) => Promise<string[]>,
  ) =>
  async (db: Db, email: string) => {
    await claimInstallation(db, { ...settings, demo: false })
    return work({ db, clock, settings }, email)
  }

const commands: Record<
  string,
  { takes: number; mayTake?: number; run(db: Db, email: string): Promise<string[]> }
> = {
  create: { takes: 1, run: forPerson(createAdmin) },
  link: { takes: 1, run: forPerson(createPasswordLink) },
  'remove-second-factor': { takes: 1, run: forPerson(removeSecondFactor) },
  list: { takes: 0, run: (db) => listAdmins({ db }) },
  'fill-broker': { takes: 0, mayTake: 1, run: (db, file) => fillAndShow(db, file || null) },
  slots: { takes: 0, run: listSlots },
  'set-slots': { takes: 1, run: setSlots },
  'remove-demo': { takes: 0, run: (db) => removeDemoAndTell(db) },
}

const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command || given.length < command.takes || given.length > (command.mayTake ?? command.takes))
  endWithUsage()

try {
  refuseMissingDatabase()
  const db = await openDb(settings)
  try {
    await migrate(db)
    for (const line of await command.run(db, given[0] ?? '')) console.log(line)
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(explain(error) ?? error)
  process.exitCode = 1
}

/** Opening creates one: without the server's settings an account there would be in another database. */
function refuseMissingDatabase(): void {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl || hasEmbeddedDb(dataDir)) return
  const where = `in DATA_DIR (${resolve(dataDir)})`
  const needed = 'give this command the settings of the server'
  if (name !== 'create')
    throw new OperatorError(`There is no database ${where}. Where it is another: ${needed}.`)
  console.error(`Making a database ${where}. Where the server has another: ${needed}.`)
}

function endWithUsage(): never {
  console.error(usage)
  return process.exit(2)
}

function readSettingsOrEnd() {
  try {
    return readSettings(process.env)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}

async function fillAndShow(db: Db, file: string | null): Promise<string[]> {
  await claimInstallation(db, { ...settings, demo: false })
  const onProgress = (done: number, all: number) => console.log(`${done} of ${all}`)
  return fillBroker({ db, settings }, { file, onProgress })
}

async function removeDemoAndTell(db: Db): Promise<string[]> {
  const removed = await removeDemo(db, { now: clock.now(), dataDir: settings.dataDir })
  return [
    `Removed: ${removed.people} people, ${removed.locations} places and ${removed.companies} companies of the demo.`,
    ...removed.keptCompanies.map(
      (company) => `Kept: the company ${company}, which holds something of somebody else.`,
    ),
    ...removed.powerful.map(
      ({ email, role }) => `Check: ${email} is ${role}. In the demo anybody could give that away.`,
    ),
  ]
}

function explain(error: unknown): string | null {
  if (!(error instanceof DirectoryInUseError)) return explainStartError(error)
  return `${settings.dataDir} is in use by a running server. The embedded database takes one process: stop the server, run this again and start it. With PostgreSQL the server may keep running.`
}
