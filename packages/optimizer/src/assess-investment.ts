/** Something bought for its savings: a battery, panels. Amounts in EUR, with or without VAT but all alike. */
export interface Investment {
  priceEur: number
  subsidyEur: number
  /** Running cost, per year. */
  operatingEur: number
  /** Replacements: in which year, at what cost. */
  replacements: { year: number; priceEur: number }[]
  lifetimeYears: number
  /** Share of the saving that is lost with each year of age. */
  fadePerYear: number
  discountRate: number
  /** Yearly growth of the value of the saving; 0 unless there is a reason. */
  priceGrowth: number
}

export interface InvestmentResult {
  /** Net present value over the lifetime. */
  npvEur: number
  /** The first year in which the discounted sum is no longer negative; null: not within the lifetime. */
  paybackYears: number | null
  /** Discounted sum after each year, from the purchase on. */
  cumulativeEur: number[]
}

/**
 * The value of a yearly saving against its price: NPV = −price + Σ (saving × (1 − fade)^y × (1 + growth)^y − costs) /
 * (1 + rate)^y, the first saving at the end of the first year and undiminished.
 */
export function assessInvestment(investment: Investment, savingEur: number): InvestmentResult {
  const { fadePerYear, discountRate, priceGrowth, lifetimeYears } = investment
  let sum = investment.subsidyEur - investment.priceEur
  const cumulativeEur = [sum]
  for (let year = 1; year <= lifetimeYears; year++) {
    const saving = savingEur * (1 - fadePerYear) ** (year - 1) * (1 + priceGrowth) ** (year - 1)
    const replaced = investment.replacements.reduce(
      (total, one) => total + (one.year === year ? one.priceEur : 0),
      0,
    )
    sum += (saving - investment.operatingEur - replaced) / (1 + discountRate) ** year
    cumulativeEur.push(sum)
  }
  // A replacement may turn the sum negative again: only what stays positive counts as paid back.
  const last = cumulativeEur.findLastIndex((value) => value < 0)
  return { npvEur: sum, paybackYears: last === cumulativeEur.length - 1 ? null : last + 1, cumulativeEur }
}

export interface InvestmentRange {
  p10: InvestmentResult
  p50: InvestmentResult
  p90: InvestmentResult
}

/** The result for a low, a middle and a high saving among those of several years and controls; null without any. */
export function assessInvestmentRange(investment: Investment, savingsEur: number[]): InvestmentRange | null {
  if (savingsEur.length === 0) return null
  const sorted = [...savingsEur].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  const assess = (share: number) => assessInvestment(investment, at(share))
  return { p10: assess(0.1), p50: assess(0.5), p90: assess(0.9) }
}

/** Price and costs per kWh that a battery delivers over its life, discounted: levelised cost of storage, EUR/kWh. */
export function levelisedCost(
  investment: Investment,
  yearly: { chargingEur: number; deliveredKwh: number },
): number | null {
  const { fadePerYear, discountRate, lifetimeYears } = investment
  let cost = investment.priceEur - investment.subsidyEur
  let delivered = 0
  for (let year = 1; year <= lifetimeYears; year++) {
    const discount = (1 + discountRate) ** year
    const left = (1 - fadePerYear) ** (year - 1)
    const replaced = investment.replacements.reduce(
      (sum, one) => sum + (one.year === year ? one.priceEur : 0),
      0,
    )
    cost += (investment.operatingEur + replaced + yearly.chargingEur * left) / discount
    delivered += (yearly.deliveredKwh * left) / discount
  }
  return delivered > 0 ? cost / delivered : null
}
