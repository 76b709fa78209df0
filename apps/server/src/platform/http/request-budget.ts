import { AppError } from '../app-error.ts'

/** What one person may ask of this process: a page costs some dozens, a document a hundred. */
export const requestBudget = { most: 6000, perSecond: 100 }

interface Budget {
  left: number
  at: number
}

export interface RequestBudgets {
  /** Takes the cost of a request. Throws `too_many_requests` with the seconds until it can be paid for. */
  charge(person: number, cost: number): void
}

/**
 * A budget for each person that fills up by itself, in the memory of this process. By person and not by address, for
 * many people share one. `now` is in milliseconds.
 */
export function createRequestBudgets(now: () => number = () => performance.now()): RequestBudgets {
  const budgets = new Map<number, Budget>()
  const fillMs = (requestBudget.most / requestBudget.perSecond) * 1000

  /** Whoever asked for nothing as long as it takes to fill up is forgotten, the longest silent first. */
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
