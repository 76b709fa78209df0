import type { Logger } from 'pino'
import { operatorCommand } from '../operator-command.ts'
import type { AccountsState, BrokerCredentials, ControllerAccount } from './broker-credentials.ts'

const againMs = 60_000

/**
 * Says at the start, and not only at the first enrolment, what the broker cannot do, and fills a broker that has
 * forgotten accounts. Only those are added that it lacks: a password that differs may just be being renewed.
 */
export function createAccountsWatch(options: {
  credentials: BrokerCredentials
  findAccounts(): Promise<ControllerAccount[]>
  log: Pick<Logger, 'info' | 'warn'>
}) {
  const { credentials, findAccounts, log } = options
  const state: AccountsState = { obstacle: null, missing: 0 }
  let saidMissing = 0
  let isClosed = false
  let timer: NodeJS.Timeout | null = null
  let checking: Promise<void> | null = null
  let isOutdated = false

  async function check(): Promise<void> {
    const obstacle = await credentials.findObstacle().catch(describe)
    if (isClosed) return
    if (obstacle !== state.obstacle) {
      if (obstacle !== null)
        log.warn({ reason: obstacle }, 'controllers cannot be added or revoked at the broker')
      else log.info('controllers can be added and revoked at the broker again')
    }
    state.obstacle = obstacle
    // What was said before an obstacle is news after it, even if as many are missing.
    if (obstacle !== null) saidMissing = 0
    const isDone = obstacle === null && (await fill())
    if (!isDone && !isClosed) timer = setTimeout(start, againMs).unref()
  }

  /** Whether the accounts were compared. */
  async function fill(): Promise<boolean> {
    try {
      const { added, removed, missing } = await credentials.fill({ findAccounts, replacesOthers: false })
      if (added > 0) log.warn({ added }, 'the broker had forgotten controllers; it knows them again')
      if (removed > 0) log.info({ removed }, 'controllers that were revoked are removed from the broker')
      if (missing > 0 && missing !== saidMissing)
        log.warn(
          { missing },
          `the broker does not know all controllers: ${operatorCommand('admin', 'fill-broker')}, or renew their credentials`,
        )
      state.missing = missing
      saidMissing = missing
      return true
    } catch (error) {
      log.warn({ reason: describe(error) }, 'the accounts of the broker could not be compared')
      return false
    }
  }

  function start(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    // What is under way may be asking the connection before this one, and learn nothing.
    isOutdated = checking !== null
    checking ??= check().finally(() => {
      checking = null
      if (isOutdated && !isClosed) void start()
    })
    return checking
  }

  return {
    state: (): AccountsState => ({ ...state }),
    /** At every connection: the broker may be another one than before. */
    check: start,
    close: async (): Promise<void> => {
      isClosed = true
      if (timer) clearTimeout(timer)
      await checking
    },
  }
}

function describe(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
