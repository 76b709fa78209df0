import { countHighest, measureAbove, type PowerSamples, sumAbove } from './power-samples.ts'

/**
 * The cost of one block as a function of its agreed power P, EUR over all months: rate × P plus, for each month, the
 * price of excess × the norm of the powers above P. Convex in P, as the norm of positive parts is.
 */
export interface BlockCost {
  /** Sum of the power rates of the months in which the block is charged, EUR per kW. */
  ratePerKw: number
  months: MonthExcess[]
}

export interface MonthExcess {
  /** Excess factor × power rate, EUR per kW of excess power. */
  excessPerKw: number
  samples: PowerSamples
}

export function costAt({ ratePerKw, months }: BlockCost, kw: number): number {
  let cost = ratePerKw * kw
  for (const { excessPerKw, samples } of months) cost += excessPerKw * measureAbove(samples, kw).norm
  return cost
}

/** The same from every single power; for the certificate. */
export function sumCostAt({ ratePerKw, months }: BlockCost, kw: number): number {
  let cost = ratePerKw * kw
  for (const { excessPerKw, samples } of months) cost += excessPerKw * sumAbove(samples.kw, kw).norm
  return cost
}

/**
 * The slope to the right of P. A month contributes −price × √n, n = (Σx)² / Σx² being the effective number of
 * quarter-hours above P: one if a single peak stands out, all of them if they are equally high.
 */
export function slopeRight(block: BlockCost, kw: number): number {
  let slope = block.ratePerKw
  for (const { excessPerKw, samples } of block.months) {
    const { norm, sum } = measureAbove(samples, kw)
    if (norm > 0) slope -= (excessPerKw * sum) / norm
  }
  return slope
}

/** The slope to the left: steeper than to the right if P is the highest power of a month (k times: by √k). */
export function slopeLeft(block: BlockCost, kw: number): number {
  let slope = slopeRight(block, kw)
  for (const { excessPerKw, samples } of block.months) {
    if (samples.kw[0] === kw) slope -= excessPerKw * Math.sqrt(countHighest(samples))
  }
  return slope
}

/** The powers at which the slope jumps: the highest of each month. */
export function kinksOf(block: BlockCost): number[] {
  return block.months.flatMap(({ samples, excessPerKw }) =>
    samples.kw.length > 0 && excessPerKw > 0 ? [samples.kw[0]!] : [],
  )
}

/** The effective number of quarter-hours above P in a month: (Σx)² / Σx²; 0 where none is above. */
export function effectiveCount(samples: PowerSamples, kw: number): number {
  const { sum, norm } = measureAbove(samples, kw)
  return norm === 0 ? 0 : (sum / norm) ** 2
}
