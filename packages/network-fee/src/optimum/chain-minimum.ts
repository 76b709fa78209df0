import { type BlockCost, costAt, kinksOf, slopeLeft, slopeRight } from './block-cost.ts'

/** Neighbouring blocks that share one power because of their order. */
export interface Pool {
  from: number
  to: number
  /** kW. The minimum lies in [lowKw, kw]; both are equal unless the slope is found by bisection. */
  kw: number
  lowKw: number
}

/** Finds the lowest power at which the summed cost of some blocks is smallest. */
type Minimiser = (blocks: BlockCost[]) => { kw: number; lowKw: number }

/**
 * The exact minimum of a sum of convex costs with non-decreasing powers: blocks that would fall are pooled with the
 * previous one until none falls (pool adjacent violators, exact for convex functions on a chain).
 */
export function minimiseChain(blocks: BlockCost[], minimise: Minimiser): Pool[] {
  const pools: Pool[] = []
  blocks.forEach((block, place) => {
    let pool: Pool = { from: place, to: place, ...minimise([block]) }
    for (let last = pools.at(-1); last && last.kw > pool.kw; last = pools.at(-1)) {
      pools.pop()
      pool = { from: last.from, to: pool.to, ...minimise(blocks.slice(last.from, pool.to + 1)) }
    }
    pools.push(pool)
  })
  return pools
}

/** The power of each block. */
export function powersOf(pools: Pool[]): number[] {
  return pools.flatMap(({ from, to, kw }) => Array.from({ length: to - from + 1 }, () => kw))
}

const total = (blocks: BlockCost[], slope: (block: BlockCost, kw: number) => number, kw: number) =>
  blocks.reduce((sum, block) => sum + slope(block, kw), 0)

/** Minimises over all powers between two limits: first among the kinks, then by bisection between two of them. */
export function continuousMinimiser(lowestKw: number, highestKw: number): Minimiser {
  return (blocks) => {
    if (total(blocks, slopeRight, lowestKw) >= 0) return { kw: lowestKw, lowKw: lowestKw }
    const kinks = [...new Set(blocks.flatMap(kinksOf))].filter((kw) => kw > lowestKw && kw < highestKw)
    kinks.sort((a, b) => a - b)
    const place = firstPlace(kinks.length, (at) => total(blocks, slopeRight, kinks[at]!) >= 0)
    let low = place === 0 ? lowestKw : kinks[place - 1]!
    let high = place < kinks.length ? kinks[place]! : highestKw
    if (total(blocks, slopeLeft, high) < 0) return { kw: high, lowKw: high }
    for (;;) {
      const middle = low + (high - low) / 2
      if (middle <= low || middle >= high) return { kw: high, lowKw: low }
      if (total(blocks, slopeRight, middle) >= 0) high = middle
      else low = middle
    }
  }
}

/**
 * Minimises over whole steps between two limits (both counted in steps). Exact for the chain as well: on a chain the
 * optimum of the costs interpolated linearly between the steps always lies on steps.
 */
export function stepMinimiser(lowest: number, highest: number, stepsPerKw: number): Minimiser {
  return (blocks) => {
    const change = (at: number) => total(blocks, (block, step) => stepChange(block, step, stepsPerKw), at)
    const place = firstPlace(highest - lowest, (at) => change(lowest + at) >= 0)
    const kw = (lowest + place) / stepsPerKw
    return { kw, lowKw: kw }
  }
}

/** The extra cost of a block at the next step. */
function stepChange(block: BlockCost, step: number, stepsPerKw: number): number {
  return costAt(block, (step + 1) / stepsPerKw) - costAt(block, step / stepsPerKw)
}

/** The first of `count` indexes that passes a monotone test; `count` if none does. */
function firstPlace(count: number, passes: (at: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}
