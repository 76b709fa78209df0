import { type BlockCost, slopeLeft, slopeRight, sumCostAt } from './block-cost.ts'
import type { Pool } from './chain-minimum.ts'

/** A straight line that never exceeds a block's cost: `cost` at `kw`, rising by `slope`. */
interface Minorant {
  kw: number
  cost: number
  slope: number
}

/** Proof of an optimum: no permitted powers can cost less than `lowerBoundEur`. */
export interface Certificate {
  costEur: number
  lowerBoundEur: number
  /** (cost − bound) / cost; 0 if nothing costs anything. */
  relativeGap: number
}

/** Cost and bound from the given functions of the blocks, with all powers between the limits and non-decreasing. */
export function certify(
  blocks: BlockCost[],
  pools: Pool[],
  limits: { lowestKw: number; highestKw: number },
  stepKw: number | null,
): Certificate {
  const lines = pools.flatMap((pool) =>
    supportPool(blocks.slice(pool.from, pool.to + 1), pool, limits, stepKw),
  )
  const costEur = pools.reduce(
    (sum, { from, to, kw }) =>
      sum + blocks.slice(from, to + 1).reduce((part, block) => part + sumCostAt(block, kw), 0),
    0,
  )
  const lowerBoundEur = boundOf(lines, limits)
  return {
    costEur,
    lowerBoundEur,
    relativeGap: costEur === 0 ? 0 : Math.max((costEur - lowerBoundEur) / Math.abs(costEur), 0),
  }
}

/**
 * The minimum of the sum of the lines over all non-decreasing powers between the limits. A linear function has its minimum
 * at a corner, and the corners are: the first k blocks at the lower limit, the rest at the upper.
 */
function boundOf(lines: Minorant[], limits: { lowestKw: number; highestKw: number }): number {
  const constant = lines.reduce((sum, { cost, slope, kw }) => sum + cost - slope * kw, 0)
  let slopeAtHighest = lines.reduce((sum, { slope }) => sum + slope, 0)
  let slopeAtLowest = 0
  let least = limits.highestKw * slopeAtHighest
  for (const { slope } of lines) {
    slopeAtLowest += slope
    slopeAtHighest -= slope
    least = Math.min(least, limits.lowestKw * slopeAtLowest + limits.highestKw * slopeAtHighest)
  }
  return constant + least
}

/**
 * A line below each block of a pool, chosen so that their sum has its minimum at the pool's power: at a limit the slopes
 * that push against it; in between, slopes that add up to zero, starting from the left ones and raised from the last
 * block on, which keeps every sum of the first blocks from rising.
 */
function supportPool(
  blocks: BlockCost[],
  pool: Pool,
  limits: { lowestKw: number; highestKw: number },
  stepKw: number | null,
): Minorant[] {
  const lines = blocks.map((block) => linesAt(block, pool, stepKw))
  if (pool.kw <= limits.lowestKw) return lines.map(({ right }) => right)
  const sumLeft = lines.reduce((sum, { left }) => sum + left.slope, 0)
  const sumRight = lines.reduce((sum, { right }) => sum + right.slope, 0)
  if (pool.kw >= limits.highestKw && sumRight <= 0) return lines.map(({ left }) => left)
  let missing = -sumLeft
  const chosen: Minorant[] = []
  for (const { left, right } of lines.toReversed()) {
    const span = right.slope - left.slope
    const share = span <= 0 ? 0 : Math.min(Math.max(missing / span, 0), 1)
    missing -= share * span
    chosen.push(blend(left, right, share))
  }
  return chosen.reverse()
}

/** The lines that touch a block's cost just left and just right of the pool's power. */
function linesAt(
  block: BlockCost,
  { kw, lowKw }: Pool,
  stepKw: number | null,
): { left: Minorant; right: Minorant } {
  const cost = sumCostAt(block, kw)
  if (stepKw !== null) {
    return {
      left: { kw, cost, slope: (cost - sumCostAt(block, kw - stepKw)) / stepKw },
      right: { kw, cost, slope: (sumCostAt(block, kw + stepKw) - cost) / stepKw },
    }
  }
  const right = { kw, cost, slope: slopeRight(block, kw) }
  if (lowKw === kw) return { left: { kw, cost, slope: slopeLeft(block, kw) }, right }
  return { left: { kw: lowKw, cost: sumCostAt(block, lowKw), slope: slopeRight(block, lowKw) }, right }
}

/** A mixture of two lines below a function is a line below it. */
function blend(left: Minorant, right: Minorant, share: number): Minorant {
  const slope = left.slope + share * (right.slope - left.slope)
  const leftAtRight = left.cost + left.slope * (right.kw - left.kw)
  return { kw: right.kw, cost: leftAtRight + share * (right.cost - leftAtRight), slope }
}
