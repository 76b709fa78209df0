import {
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import type { BillMonth } from '../bill-model.ts'
import type { WorstYear } from './offer-comparison.ts'
import { sumPayable } from './price-offer.ts'

/** A year that has passed, and what each list cost in it. */
interface PastYear {
  from: string
  to: string
  yearsBack: number
  costs: { key: string; payable: Exact | null }[]
}

interface OfferYears {
  key: string
  /** By market year, those of the readings' time first. */
  byMarket: readonly { yearsBack: number; months: readonly BillMonth[] }[]
}

const monthsPerYear = 12

/** For each list the past year in which it cost most beyond that year's cheapest; the last twelve months are one year. */
export function findWorstYears(offers: readonly OfferYears[], decimals: number): Map<string, WorstYear> {
  const worst = new Map<string, { year: PastYear; regret: Exact }>()
  for (const year of listYears(offers)) {
    const known = year.costs.flatMap(({ payable }) => (payable === null ? [] : [payable]))
    if (known.length === 0) continue
    const least = known.reduce((one, other) => (compareExact(other, one) < 0 ? other : one))
    for (const { key, payable } of year.costs) {
      if (payable === null) continue
      const regret = subtractExact(payable, least)
      const before = worst.get(key)
      if (!before || compareExact(regret, before.regret) > 0) worst.set(key, { year, regret })
    }
  }
  return new Map(
    [...worst].map(
      ([
        key,
        {
          year: { from, to, yearsBack },
          regret,
        },
      ]) => [key, { from, to, yearsBack, regret: formatExact(regret, decimals) }],
    ),
  )
}

/** Twelve months each from the end of the readings backwards, at every year of market prices. */
function listYears(offers: readonly OfferYears[]): PastYear[] {
  const count = offers[0]?.byMarket[0]?.months.length ?? 0
  const length = Math.min(count, monthsPerYear)
  const years: PastYear[] = []
  for (let end = count; length > 0 && end >= length; end -= length)
    offers[0]!.byMarket.forEach(({ yearsBack, months }, market) => {
      years.push({
        ...{ from: months[end - length]!.from, to: months[end - 1]!.to, yearsBack },
        costs: offers.map(({ key, byMarket }) => ({
          key,
          payable: sumPayable(byMarket[market]!.months.slice(end - length, end)),
        })),
      })
    })
  return years
}

export const differenceText = (amount: string, other: string, decimals: number) =>
  formatExact(subtractExact(parseExact(amount), parseExact(other)), decimals)
