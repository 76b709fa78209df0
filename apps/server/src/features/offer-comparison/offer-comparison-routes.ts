import { type OfferComparisonQuestion, offerComparisonEndpoints } from '@ohmstead/contract/offer-comparison'
import { AppError } from '../../platform/app-error.ts'
import { type Context, type Route, route } from '../../route.ts'
import { type PricedSubject, requireVisibleSubject } from '../location-pricing/read-priced-subject.ts'
import { readComparison } from './read-comparison.ts'

export const offerComparisonRoutes: Route[] = [
  route(offerComparisonEndpoints.ofLocation, (context) =>
    compare(context, { kind: 'location', locationId: context.params.locationId }),
  ),
  route(offerComparisonEndpoints.billOfLocation, (context) =>
    billOffer(context, { kind: 'location', locationId: context.params.locationId }),
  ),
  route(offerComparisonEndpoints.ofPoint, (context) =>
    compare(context, { kind: 'point', abstractDeviceId: context.params.deviceId }),
  ),
  route(offerComparisonEndpoints.billOfPoint, (context) =>
    billOffer(context, { kind: 'point', abstractDeviceId: context.params.deviceId }),
  ),
]

type Asking = Pick<
  Context<typeof offerComparisonEndpoints.ofLocation>,
  'db' | 'deps' | 'actor' | 'signal'
> & {
  query: OfferComparisonQuestion
}

async function read({ db, deps, actor, query, signal }: Asking, subject: PricedSubject) {
  await requireVisibleSubject(db, actor, subject)
  const found = await readComparison(db, subject, { actor, query, now: deps.clock.now() })
  signal.throwIfAborted()
  return found
}

async function compare(context: Asking, subject: PricedSubject) {
  const { task, answer } = await read(context, subject)
  const { deps, actor, signal } = context
  const asker = { person: actor.userId, signal }
  const comparison = await deps.calculator.compareOffers({ kind: 'offers', ...task }, asker)
  return { comparison, ...answer }
}

async function billOffer(context: Asking & { query: { candidate: string } }, subject: PricedSubject) {
  const { task } = await read(context, subject)
  const { candidate: key } = context.query
  if (!task.question.candidates.some((one) => one.key === key)) throw new AppError('not_found')
  const { deps, actor, signal } = context
  const asker = { person: actor.userId, signal }
  return { bill: await deps.calculator.compareOffers({ kind: 'offerBill', key, ...task }, asker) }
}
