import type { PricingTask } from './pricing-task.ts'

/** Two months take some milliseconds; what takes longer would keep everybody waiting. */
const longestMs = 63 * 86_400_000
/** Characters of the price lists for each bucket of a chart, whose rows and tiers are all priced anew: some 30 ms. */
const mostCharacters = 1_000_000
/** The same of a bill, which prices its months at once. */
const mostOfBill = 100_000

/** Whether a question is answered so quickly that no thread is needed. */
export function isShortTask(task: PricingTask, { fromMs, toMs }: { fromMs: number; toMs: number }): boolean {
  if (toMs - fromMs > longestMs) return false
  if (task.kind === 'months') return true
  if (task.kind === 'savings') return false
  // A month is billed again and again.
  if (task.kind === 'forecasts') return false
  const characters = JSON.stringify(task.world.priceLists).length
  return task.kind === 'bill' ? characters <= mostOfBill : characters * task.edges.length <= mostCharacters
}
