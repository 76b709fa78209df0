import type { Db, Queryable } from '../../platform/db/db.ts'
import { operatorCommand } from '../../platform/operator-command.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Settings } from '../../settings.ts'
import { demoUsers } from '../demo/demo-world.ts'
import {
  findContent,
  findMark,
  hasTables,
  type InstallationKind,
  insertMark,
} from './installation-queries.ts'

/** The database is of the other kind: a demo must not open people's data, and nobody's data gets the demo's passwords. */
export class InstallationError extends OperatorError {}

const demoEmails = demoUsers.map(({ email }) => email)

/** Refuses a database of the other kind before anything in it is changed. */
export async function checkInstallation(db: Db, settings: Settings): Promise<void> {
  if (await hasTables(db)) refuseOther(settings, await findInstallationKind(db))
}

/**
 * Marks the database permanently as a demo's or not, at the first start. Whichever process is first decides, so an
 * empty database that already serves people can never become the demo's.
 */
export async function claimInstallation(db: Db, settings: Settings): Promise<void> {
  const kind = await db.transaction(async (tx) => {
    await insertMark(tx, (await findInstallationKind(tx)) ?? wantedKind(settings))
    return findMark(tx)
  })
  refuseOther(settings, kind ?? null)
}

/** Null for an empty one, which may become either. */
export async function findInstallationKind(db: Queryable): Promise<InstallationKind | null> {
  const mark = await findMark(db)
  if (mark) return mark
  const content = await findContent(db, demoEmails)
  if (content.has_demo) return 'demo'
  return content.has_any ? 'production' : null
}

const wantedKind = ({ demo }: Pick<Settings, 'demo'>): InstallationKind => (demo ? 'demo' : 'production')

function refuseOther(settings: Settings, kind: InstallationKind | null): void {
  if (kind === null || kind === wantedKind(settings)) return
  const place = settings.databaseUrl
    ? 'The database of DATABASE_URL'
    : `The database in DATA_DIR (${settings.dataDir})`
  throw new InstallationError(
    kind === 'demo'
      ? `${place} is a demo's, with passwords that everybody knows. \`${operatorCommand('admin', 'remove-demo')}\` removes its people and their places; then start again.`
      : `${place} is not a demo's and never gets the demo's public passwords. \`${operatorCommand('serve')}\` starts it; for the demo, ${settings.databaseUrl ? 'leave DATABASE_URL out' : 'set DATA_DIR to another folder'}.`,
  )
}
