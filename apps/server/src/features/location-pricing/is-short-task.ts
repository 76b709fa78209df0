import type { PricingTask } from './pricing-task.ts'

/** Two months take some milliseconds; what takes longer would keep everybody waiting. */
const longestMs = 63 * 86_400_000
/** Characters of the price lists for each bucket of a chart, whose rows and tiers are all priced anew: some 30 ms. */
const mostCharacters = 1_000_000

/** Whether a question is answered so quickly that no thread is needed. */
export function isShortTask(task: PricingTask, { fromMs, toMs }: { fromMs: number; toMs: number }): boolean {
  if (toMs - fromMs > longestMs) return false
  if (task.kind !== 'costs') return true
  return JSON.stringify(task.world.priceLists).length * task.edges.length <= mostCharacters
}
