import process from 'node:process'
import { removeDemo } from '../apps/server/src/features/demo/remove-demo.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings } from '../apps/server/src/settings.ts'

// `npm run admin`: what only whoever runs the machine may do, on the database that the settings name.

const usage = `Usage:
  npm run admin -- remove-demo    takes the demo's people and places out of a database, so that it may serve others`

if (process.argv[2] !== 'remove-demo' || process.argv.length > 3) {
  console.error(usage)
  process.exit(2)
}

try {
  const settings = readSettings(process.env)
  const db = await openDb(settings)
  try {
    await migrate(db)
    const removed = await removeDemo(db, { now: Date.now(), dataDir: settings.dataDir })
    console.log(
      `Removed: ${removed.people} people, ${removed.locations} places and ${removed.companies} companies of the demo.`,
    )
    for (const name of removed.keptCompanies)
      console.log(`Kept: the company ${name}, which holds something of somebody else.`)
    for (const { email, role } of removed.powerful)
      console.log(`Check: ${email} is ${role}. In the demo anybody could give that away.`)
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
