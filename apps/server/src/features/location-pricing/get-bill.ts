import type { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { passedBy } from '@ohmstead/pricing/bill'
import type { Context } from '../../route.ts'
import { answerPricing } from './answer-pricing.ts'
import { findBillCaveats } from './bill-caveats.ts'
import { getPricedRow } from './get-pricing.ts'
import { isShortTask } from './is-short-task.ts'
import { spanOfDays } from './location-day.ts'
import type { PricingAnswers, PricingTask } from './pricing-task.ts'
import { countSources } from './read-location-quarter-hours.ts'
import { readPricedLocation } from './read-priced-location.ts'

type BillContext = Context<typeof locationPricingEndpoints.bill>
/** Who asks, and where it is worked out. */
export type PriceContext = Pick<BillContext, 'db' | 'deps' | 'actor' | 'signal'>

/** A bill over days as far as they have passed, and how much of its energy the official meter measured. */
export async function getBill(
  context: Pick<BillContext, 'db' | 'deps' | 'actor' | 'signal' | 'params' | 'query'>,
) {
  const { db, deps, params } = context
  const { from, to } = context.query
  const query = { from, to }
  const row = await getPricedRow(db, params.locationId)
  const span = spanOfDays(query, row.time_zone)
  const { world, series, sourceOf } = await readPricedLocation(db, row, span)
  const untilMs = deps.clock.now()
  const period = { ...query, untilMs }
  const bill = await price(context, span, { kind: 'bill', world, energies: series, period })
  const placeOf = (ms: number) => Math.round((ms - series.firstStartMs) / quarterHourMs)
  const toMs = passedBy(span.fromMs, span.toMs, untilMs)
  return {
    bill,
    readings: countSources(sourceOf.subarray(placeOf(span.fromMs), placeOf(toMs))),
    caveats: await findBillCaveats(db, row, query),
  }
}

export async function price<Kind extends PricingTask['kind']>(
  { deps, actor, signal }: Pick<PriceContext, 'deps' | 'actor' | 'signal'>,
  span: { fromMs: number; toMs: number },
  task: Extract<PricingTask, { kind: Kind }>,
): Promise<PricingAnswers[Kind]> {
  if (isShortTask(task, span)) return answerPricing<Kind>(task)
  return deps.calculator.price<Kind>(task, { person: actor.userId, signal })
}
