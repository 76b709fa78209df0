import type { LocationCostsView } from '@ohmstead/contract/location-pricing-money'
import type { MoneyView } from '@ohmstead/contract/money'

/** The month as it accumulates, for drawing: one value at the end of each day, from nothing before the first. */
export interface MonthPicture {
  days: number[]
  soFar: (number | null)[]
  forecast: (number | null)[] | null
  band: { low: number; high: number }[] | null
  budget: number | null
  /** The last day of which something has passed. */
  today: number
}

type Costs = Pick<LocationCostsView, 'importCosts' | 'exportRevenues'>

/** `today` is a day of the month; the costs are by day. After an unknown day the line ends. */
export function buildMonthPicture(
  costs: Costs,
  money: Pick<MoneyView, 'forecast' | 'budget' | 'currency' | 'month_so_far'>,
  today: number,
): MonthPicture {
  const count = costs.importCosts.length
  const days = Array.from({ length: count + 1 }, (_, day) => day)
  const soFar: (number | null)[] = [0]
  for (let day = 1; day <= count; day++) {
    const before = soFar[day - 1]
    const cost = costs.importCosts[day - 1]
    const isKnown = day <= today && before != null && cost != null
    soFar.push(isKnown ? before + Number(cost) - Number(costs.exportRevenues[day - 1] ?? 0) : null)
  }
  const { forecast, budget } = money
  const reached = soFar[today] ?? null
  const range = forecast?.payable
  const towards = (end: string, day: number) =>
    reached! + ((Number(end) - reached!) * (day - today)) / Math.max(1, count - today)
  const isDrawn = range !== undefined && reached !== null && today < count
  return {
    ...{ days, soFar, today },
    forecast: isDrawn ? days.map((day) => (day < today ? null : towards(range.middle, day))) : null,
    band: isDrawn
      ? days.map((day) =>
          day < today
            ? { low: soFar[day]!, high: soFar[day]! }
            : { low: towards(range.low, day), high: towards(range.high, day) },
        )
      : null,
    budget: budget && budget.currency === money.currency ? Number(budget.amount) : null,
  }
}
