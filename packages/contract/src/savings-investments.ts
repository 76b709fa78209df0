import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { currencyCode } from './price-terms.ts'
import { bodyVersion, id, line, localDay } from './wire.ts'

// What people of a location bought for its savings, and how far that has paid back.

export const investmentKinds = ['solar', 'battery', 'control', 'other'] as const

/** Money that was paid: at most nine digits and two decimals, never below zero. */
const paid = z
  .string('required')
  .trim()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'double')
const payback = z.object({
  /** All that was bought of this kind is paid back together: their savings cannot be told apart. */
  kind: z.enum(investmentKinds),
  currency: currencyCode,
  /** With VAT, after subsidies. */
  price: z.string(),
  /** The day of the first of them. */
  boughtOn: localDay,
  /** From when on its savings are known: what was saved before the first reading is not. */
  savedSince: localDay.nullable(),
  /** Since then, in the months that are known; null if none is. */
  saved: z.string().nullable(),
  /** Of the price, 0.25 for a quarter. */
  share: z.number().nullable(),
  monthsKnown: z.number(),
  /** Since then, of which nothing is known. */
  monthsUnknown: z.number(),
  /** Months that are worked out when this is asked again. */
  monthsDue: z.number(),
  /** Some of it follows from few readings. */
  isProvisional: z.boolean(),
  /** Saved in the last twelve whole months; null if one of them is unknown. */
  pace: z.string().nullable(),
  /**
   * `reached`; `sure`, `maybe` or `never` within its life at the pace of the last months, in a poor and in a good year;
   * `tooEarly` to say; `notSeparable`: of other things no saving of their own is known; `otherCurrency` than the bill's.
   */
  verdict: z.enum(['reached', 'sure', 'maybe', 'never', 'tooEarly', 'notSeparable', 'otherCurrency']),
  /** When it is expected to be paid back, in a good and in a poor year; null if not within its life. */
  early: localDay.nullable(),
  late: localDay.nullable(),
  /** The end of its life, as entered or as is usual. */
  lifeEnds: localDay,
  isLifeAssumed: z.boolean(),
})
payback.register(z.globalRegistry, { id: 'Payback' })
export type PaybackView = z.output<typeof payback>

const fields = {
  kind: z.enum(investmentKinds),
  name: line(100),
  /** With VAT. */
  price: paid,
  /** What of it somebody else paid. */
  subsidy: paid,
  currency: currencyCode,
  boughtOn: localDay,
  lifeYears: z.number('integer').int('integer').min(1, 'min_value').max(60, 'max_value').nullable(),
}

const investment = z.object({ id: z.number(), version: z.number(), ...fields })
investment.register(z.globalRegistry, { id: 'Investment' })
export type InvestmentView = z.output<typeof investment>

const isNotAbovePrice = ({ price, subsidy }: { price: string; subsidy: string }) =>
  Number(subsidy) <= Number(price)
const subsidyAbove = { path: ['subsidy'], error: 'max_value' }
const written = z.object(fields).refine(isNotAbovePrice, subsidyAbove)
written.register(z.globalRegistry, { id: 'WrittenInvestment' })
const changed = z.object({ ...fields, version: bodyVersion }).refine(isNotAbovePrice, subsidyAbove)
changed.register(z.globalRegistry, { id: 'ChangedInvestment' })

const locationId = z.object({ locationId: id })
const investmentId = locationId.extend({ investmentId: id })
const answer = z.object({ investment })

export const investmentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/locations/:locationId/investments',
    summary: 'What was bought for a location’s savings, and how far each kind of it has paid back.',
    permission: 'location.view',
    params: locationId,
    cost: 10,
    answer: z.object({ investments: z.array(investment), paybacks: z.array(payback) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/locations/:locationId/investments',
    summary: 'Enters what was bought: panels, a battery, its control, or something else.',
    permission: 'location.edit',
    params: locationId,
    body: written,
    answer,
    errors: ['too_many_investments'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/investments/:investmentId',
    summary: 'Changes what was bought.',
    permission: 'location.edit',
    params: investmentId,
    body: changed,
    answer,
    errors: ['not_found', 'edited_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/investments/:investmentId',
    summary: 'Removes what was bought.',
    permission: 'location.edit',
    params: investmentId,
    errors: ['not_found'],
  }),
}
