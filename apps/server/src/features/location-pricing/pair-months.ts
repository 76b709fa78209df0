import type { RepricedMonth, RepricingCause } from './repricing-queries.ts'

interface PricedMonth {
  month: string
  amount: string | null
  currency: RepricedMonth['after']['currency']
}

/** The months whose money differs, in order; a month that only one side has was or is unknown on the other. */
export function pairMonths(before: readonly PricedMonth[], after: readonly PricedMonth[]): RepricedMonth[] {
  const was = new Map(before.map((month) => [month.month, month]))
  const is = new Map(after.map((month) => [month.month, month]))
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((month) => {
    const [old, now] = [was.get(month), is.get(month)]
    const amountOf = (one: PricedMonth | undefined, other: PricedMonth | undefined) => ({
      amount: one?.amount ?? null,
      currency: (one ?? other)!.currency,
    })
    const pair = { month, before: amountOf(old, now), after: amountOf(now, old) }
    return isSame(pair) ? [] : [pair]
  })
}

/** What two changes in a row did together: from before the first to after the second. */
export function mergeMonths(
  first: readonly RepricedMonth[],
  second: readonly RepricedMonth[],
): RepricedMonth[] {
  const months = new Map(first.map((month) => [month.month, month]))
  for (const month of second)
    months.set(month.month, { ...month, before: months.get(month.month)?.before ?? month.before })
  return [...months.values()]
    .filter((month) => !isSame(month))
    .sort((one, other) => (one.month < other.month ? -1 : 1))
}

/** Why, of two changes in a row of the same thing: what was before the first, and what is since the second. */
export function mergeCauses(first: RepricingCause, second: RepricingCause): RepricingCause {
  if (first.kind === 'priceList' && second.kind === 'priceList')
    return { ...second, versionBefore: first.versionBefore, reason: second.reason ?? first.reason }
  if (first.kind === 'ratePlan' && second.kind === 'ratePlan')
    return { ...second, reason: second.reason ?? first.reason }
  if (first.kind === 'locationPlan' && second.kind === 'locationPlan')
    return { ...second, before: first.before }
  return second
}

const isSame = ({ before, after }: Omit<RepricedMonth, 'month'>) =>
  before.amount === after.amount && (before.amount === null || before.currency === after.currency)
