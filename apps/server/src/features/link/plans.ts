import type { LinkContext } from './link-context.ts'
import { findPlan } from './link-queries.ts'

const leastMs = 5000

/**
 * Sends a controller its plan when it says that it is there, since not every broker keeps messages for later. One that
 * says so again and again gets it once in five seconds, and after the last time.
 */
export function createPlans(context: Pick<LinkContext, 'db' | 'log' | 'transport' | 'isClosing'>) {
  const resting = new Map<string, { isAsked: boolean }>()
  const timers = new Set<NodeJS.Timeout>()

  async function send(serial: string): Promise<void> {
    try {
      const plan = await findPlan(context.db, serial)
      if (plan !== null && !context.isClosing())
        context.transport().publish(serial, 'plan', JSON.stringify(plan))
    } catch (error) {
      context.log.warn({ err: error, serial }, 'the plan could not be read')
    }
  }

  async function ask(serial: string): Promise<void> {
    const rest = resting.get(serial)
    if (rest) {
      rest.isAsked = true
      return
    }
    const own = { isAsked: false }
    resting.set(serial, own)
    const timer = setTimeout(() => {
      timers.delete(timer)
      resting.delete(serial)
      if (own.isAsked) void ask(serial)
    }, leastMs).unref()
    timers.add(timer)
    await send(serial)
  }

  return {
    ask,
    close: (): void => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
