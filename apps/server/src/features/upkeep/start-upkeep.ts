import type { Deps } from '../../deps.ts'
import { deleteDueAccounts, deleteUnconfirmedAccounts } from '../account/delete-accounts.ts'
import { deleteOldBackups } from '../backups/old-backup-queries.ts'
import { checkDomains } from '../company-settings/check-domains.ts'
import { forgetOldCredentials } from '../controllers/stock/stock-queries.ts'
import { deleteDueLocations } from '../locations/delete-locations.ts'
import { noteDatabaseSize } from '../operation/database-size.ts'
import { forgetOldSecrets } from '../webhooks/webhook-queries.ts'
import { cleanUp } from './clean-up.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'settings' | 'link' | 'jobs'>

/** One chore in this process; `doneAt` is the end of its last success, in epoch milliseconds. */
export interface ChoreState {
  chore: string
  doneAt: number | null
  failures: number
}

const hourMs = 3_600_000

interface Chore {
  /** Among the metrics. */
  id: string
  name: string
  everyMs: number
  run(deps: Needed): Promise<unknown>
}

/** Time-based chores. */
const chores: readonly Chore[] = [
  { id: 'due_accounts', name: 'accounts whose time is over', everyMs: hourMs, run: deleteDueAccounts },
  {
    id: 'unconfirmed_accounts',
    name: 'accounts that nobody confirmed',
    everyMs: hourMs,
    run: deleteUnconfirmedAccounts,
  },
  { id: 'deleted_locations', name: 'deleted locations', everyMs: hourMs, run: deleteDueLocations },
  { id: 'database_size', name: 'size of the database', everyMs: hourMs, run: noteDatabaseSize },
  {
    id: 'old_credentials',
    name: 'credentials of made controllers',
    everyMs: hourMs,
    run: async ({ db, clock }) => {
      await forgetOldCredentials(db.at('job'), clock.now())
      await forgetOldSecrets(db.at('job'), clock.now())
    },
  },
  { id: 'old_backups', name: 'backups of controllers', everyMs: hourMs, run: deleteOldBackups },
  { id: 'host_names', name: 'host names of brands', everyMs: hourMs, run: checkDomains },
  { id: 'old_rows', name: 'rows that have done their work', everyMs: 24 * hourMs, run: cleanUp },
]

/** Runs at start-up and then once an hour; a failing chore does not stop the others. */
export function startUpkeep(deps: Needed): {
  findStates(): readonly ChoreState[]
  close(): Promise<void>
} {
  const begunAt = new Map<string, number>()
  const states = chores.map(({ id }): ChoreState => ({ chore: id, doneAt: null, failures: 0 }))
  const look = async () => {
    for (const [index, { name, everyMs, run }] of chores.entries()) {
      const state = states[index]!
      const now = deps.clock.now()
      if (now - (begunAt.get(name) ?? Number.NEGATIVE_INFINITY) < everyMs) continue
      // The timer of a later hour may fire a moment early.
      begunAt.set(name, now - 60_000)
      try {
        await run(deps)
        state.doneAt = deps.clock.now()
      } catch (error) {
        state.failures += 1
        deps.log.error({ err: error, chore: name }, 'upkeep failed')
      }
    }
  }
  let running: Promise<unknown> = look()
  const looking = setInterval(() => {
    running = running.then(look)
  }, hourMs)
  looking.unref()
  return {
    findStates: () => states,
    close: async () => {
      clearInterval(looking)
      await running
    },
  }
}
