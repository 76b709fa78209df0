import type { Deps } from '../../deps.ts'
import { deleteDueAccounts, deleteUnconfirmedAccounts } from '../account/delete-accounts.ts'
import { checkDomains } from '../company-settings/check-domains.ts'
import { deleteDueLocations } from '../locations/delete-locations.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'settings' | 'link' | 'jobs'>

const lookEveryMs = 3_600_000

/** What time alone makes due, looked for once an hour; one that fails does not keep the others from being done. */
const chores: Record<string, (deps: Needed) => Promise<unknown>> = {
  'accounts whose time is over': deleteDueAccounts,
  'accounts that nobody confirmed': deleteUnconfirmedAccounts,
  'deleted locations': deleteDueLocations,
  'host names of brands': checkDomains,
}

export function startUpkeep(deps: Needed): { close(): Promise<void> } {
  const look = async () => {
    for (const [name, chore] of Object.entries(chores))
      await chore(deps).catch((error) => deps.log.error({ err: error, chore: name }, 'upkeep failed'))
  }
  let running: Promise<unknown> = look()
  const looking = setInterval(() => {
    running = running.then(look)
  }, lookEveryMs)
  looking.unref()
  return {
    close: async () => {
      clearInterval(looking)
      await running
    },
  }
}
