import { bill } from '@ohmstead/pricing/bill'
import { costSeries } from '@ohmstead/pricing/cost-series'
import type { PricingAnswers, PricingTask } from './pricing-task.ts'

export function answerPricing<Kind extends PricingTask['kind']>(
  task: Extract<PricingTask, { kind: Kind }>,
): PricingAnswers[Kind]
export function answerPricing(task: PricingTask): PricingAnswers[PricingTask['kind']] {
  return task.kind === 'bill'
    ? bill(task.world, task.energies, task.period)
    : costSeries(task.world, task.energies, task.edges)
}
