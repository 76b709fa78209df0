import type { Deps } from '../../deps.ts'
import { deleteDueAccounts, deleteUnconfirmedAccounts } from '../account/delete-accounts.ts'
import { checkDomains } from '../company-settings/check-domains.ts'
import { deleteDueLocations } from '../locations/delete-locations.ts'
import { cleanUp } from './clean-up.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'settings' | 'link' | 'jobs'>

const hourMs = 3_600_000

interface Chore {
  name: string
  everyMs: number
  run(deps: Needed): Promise<unknown>
}

/** Time-based chores. */
const chores: readonly Chore[] = [
  { name: 'accounts whose time is over', everyMs: hourMs, run: deleteDueAccounts },
  { name: 'accounts that nobody confirmed', everyMs: hourMs, run: deleteUnconfirmedAccounts },
  { name: 'deleted locations', everyMs: hourMs, run: deleteDueLocations },
  { name: 'host names of brands', everyMs: hourMs, run: checkDomains },
  { name: 'rows that have done their work', everyMs: 24 * hourMs, run: cleanUp },
]

/** Runs at start-up and then once an hour; a failing chore does not stop the others. */
export function startUpkeep(deps: Needed): { close(): Promise<void> } {
  const doneAt = new Map<string, number>()
  const look = async () => {
    for (const { name, everyMs, run } of chores) {
      const now = deps.clock.now()
      if (now - (doneAt.get(name) ?? Number.NEGATIVE_INFINITY) < everyMs) continue
      // The timer of a later hour may fire a moment early.
      doneAt.set(name, now - 60_000)
      await run(deps).catch((error) => deps.log.error({ err: error, chore: name }, 'upkeep failed'))
    }
  }
  let running: Promise<unknown> = look()
  const looking = setInterval(() => {
    running = running.then(look)
  }, hourMs)
  looking.unref()
  return {
    close: async () => {
      clearInterval(looking)
      await running
    },
  }
}
