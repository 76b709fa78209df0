import { AppError } from '../app-error.ts'

/** What one person may request from this process: a page costs some dozens, a document a hundred. */
export const requestBudget = { most: 6000, perSecond: 100 }

interface Budget {
  left: number
  at: number
}

export interface RequestBudgets {
  /** Charges the cost of a request. Throws `too_many_requests` with the seconds until there is enough budget. */
  charge(person: number, cost: number): void
}

/**
 * A budget per person that refills over time, in the memory of this process. By person and not by address, since
 * many people share one. `now` is in milliseconds.
 */
export function createRequestBudgets(now: () => number = () => performance.now()): RequestBudgets {
  const budgets = new Map<number, Budget>()
  const fillMs = (requestBudget.most / requestBudget.perSecond) * 1000

  /** People idle for as long as a refill takes are forgotten, the longest idle first. */
  function forgetFull(at: number): void {
    for (const [person, budget] of budgets) {
      if (at - budget.at < fillMs) return
      budgets.delete(person)
    }
  }

  return {
    charge: (person, cost) => {
      const at = now()
      const { most, perSecond } = requestBudget
      const known = budgets.get(person) ?? { left: most, at }
      const left = Math.min(most, known.left + ((at - known.at) / 1000) * perSecond)
      budgets.delete(person)
      budgets.set(person, { left: left < cost ? left : left - cost, at })
      forgetFull(at)
      if (left < cost) {
        const retryAfterSeconds = Math.max(1, Math.ceil((cost - left) / perSecond))
        throw new AppError('too_many_requests', { retryAfterSeconds })
      }
    },
  }
}
