import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Outcome } from './outcome.ts'

/** A sender prefers to be told to retry over waiting for a database that stays away. */
const patienceMs = 20_000

interface Sent {
  serial: string
  /** The topic below its own. */
  kind: string
  payload: Buffer
}

/** A message that came by a request, as one of the broker. */
export async function receive(deps: Deps, { serial, kind, payload }: Sent): Promise<Outcome> {
  const late = Promise.withResolvers<never>()
  let isAbandoned = false
  const timer = setTimeout(() => {
    isAbandoned = true
    late.reject(new AppError('unavailable', { retryAfterSeconds: 5 }))
  }, patienceMs)
  const handled = deps.link.handle({
    serial,
    topic: `ems/v1/${serial}/${kind}`,
    payload,
    arrivedAt: deps.clock.now(),
    isRetained: false,
    isWill: false,
    wantsAck: false,
    isAbandoned: () => isAbandoned,
  })
  return Promise.race([handled, late.promise]).finally(() => clearTimeout(timer))
}
