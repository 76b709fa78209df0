import { type Confidence, lessSure } from '@ohmstead/domain/rates/confidence'
import type { LoadProfile } from '../load-profile.ts'
import { NetworkFeeError } from '../network-fee-error.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { type BlockCost, effectiveCount } from './block-cost.ts'
import { continuousMinimiser, minimiseChain, powersOf, stepMinimiser } from './chain-minimum.ts'
import { weighToYear } from './coming-year.ts'
import { type Certificate, certify } from './optimality-certificate.ts'
import { buildPowerMonths, type PowerMonth, sumBlocks } from './power-month.ts'
import { countAbove } from './power-samples.ts'

/** The limits of the choice, kW. */
export interface PowerLimits {
  minimumPowerKw: number
  connectionPowerKw: number
}

/** What the prices include besides the rates of the network. */
export interface PriceOptions {
  includesSupportLevy: boolean
  includesVat: boolean
}

export const networkOnly: PriceOptions = { includesSupportLevy: false, includesVat: false }

/** How far the chosen power of a block is exceeded, for the sentence that explains it. */
export interface BlockExceeding {
  block: 1 | 2 | 3 | 4 | 5
  /** Months in which the block is charged. */
  months: number
  /** The optimal effective number of exceeding quarter-hours a month: below one, none; null if the block is free. */
  rightPerMonth: number | null
  /** Their mean number at the chosen power: a peak twice as high as the rest counts almost alone. */
  effectivePerMonth: number
  /** All exceeding quarter-hours, mean per month. */
  intervalsPerMonth: number
}

/** The cheapest permitted powers, with the proof. Costs are EUR, unrounded: over all months, or of the coming year. */
export interface AgreedPowerAnswer {
  powersKw: BlockPowers
  costEur: number
  /** No permitted powers in steps of 0.1 kW cost less than `certificate.lowerBoundEur`. */
  certificate: Certificate
  /** The same without steps: the difference is the cost of steps of 0.1 kW. */
  continuous: { powersKw: BlockPowers; certificate: Certificate }
  exceeding: BlockExceeding[]
  limits: PowerLimits
  includesSupportLevy: boolean
  includesVat: boolean
  /** The months it is based on, and those omitted. */
  months: string[]
  incompleteMonths: string[]
  monthsWithoutTariff: string[]
  monthsWithoutReadings: string[]
  confidence: Confidence | null
  /** The answer if estimated readings counted too; null if none matter. */
  withEstimated: { powersKw: BlockPowers; costEur: number } | null
}

const stepsPerKw = 10

/**
 * The agreed powers that cost least over the months of a profile: power fee and charged excess, with non-decreasing powers
 * between the minimum and the connection power. Exact, in steps of 0.1 kW; null if no month has both a tariff and
 * readings. A profile sorted by the rules of the coming year yields the powers for that year, at its cost;
 * `assessAgreedPower` says how certain they are.
 */
export function optimiseAgreedPower(
  profile: LoadProfile,
  context: FeeContext,
  limits: PowerLimits,
  prices: PriceOptions = networkOnly,
): AgreedPowerAnswer | null {
  const options = { ...prices, floorKw: limits.minimumPowerKw, includesEstimated: false }
  const found = buildPowerMonths(profile, context, options)
  if (found.months.length === 0) return null
  const chosen = choosePowers(weighToYear(found.months), limits)
  return {
    powersKw: chosen.powersKw,
    costEur: chosen.certificate.costEur,
    certificate: chosen.certificate,
    continuous: chosen.continuous,
    exceeding: describeExceeding(found.months, chosen.powersKw),
    limits,
    ...prices,
    months: found.months.map(({ month }) => month.key),
    incompleteMonths: found.months.filter(({ isComplete }) => !isComplete).map(({ month }) => month.key),
    monthsWithoutTariff: found.withoutTariff,
    monthsWithoutReadings: found.withoutReadings,
    confidence: found.months.reduce<Confidence | null>(
      (least, { confidence }) => lessSure(least, confidence),
      null,
    ),
    withEstimated: chooseWithEstimated(profile, context, limits, options),
  }
}

/** The best powers of some months in steps and without, each with its certificate. */
export function choosePowers(months: PowerMonth[], limits: PowerLimits) {
  const blocks = sumBlocks(months)
  const { lowest, highest } = stepLimits(limits)
  const steps = { lowestKw: lowest / stepsPerKw, highestKw: highest / stepsPerKw }
  const free = { lowestKw: limits.minimumPowerKw, highestKw: limits.connectionPowerKw }
  const stepPools = minimiseChain(blocks, stepMinimiser(lowest, highest, stepsPerKw))
  const freePools = minimiseChain(blocks, continuousMinimiser(free.lowestKw, free.highestKw))
  return {
    powersKw: powersOf(stepPools) as BlockPowers,
    certificate: certify(blocks, stepPools, steps, 1 / stepsPerKw),
    continuous: {
      powersKw: powersOf(freePools) as BlockPowers,
      certificate: certify(blocks, freePools, free, null),
    },
  }
}

/** Only the powers in steps: for the many choices of a bootstrap. */
export function chooseStepPowers(blocks: BlockCost[], limits: PowerLimits): BlockPowers {
  const { lowest, highest } = stepLimits(limits)
  return powersOf(minimiseChain(blocks, stepMinimiser(lowest, highest, stepsPerKw))) as BlockPowers
}

/** Whether a minimum above the connection power leaves nothing to choose. */
export function areLimitsInConflict(limits: PowerLimits): boolean {
  const { lowest, highest } = toSteps(limits)
  return !(lowest >= 0) || !(highest >= lowest)
}

function stepLimits(limits: PowerLimits) {
  if (areLimitsInConflict(limits)) throw new NetworkFeeError('power_limits_conflict', { ...limits })
  return toSteps(limits)
}

const toSteps = ({ minimumPowerKw, connectionPowerKw }: PowerLimits) => ({
  lowest: Math.ceil(minimumPowerKw * stepsPerKw - 1e-6),
  highest: Math.floor(connectionPowerKw * stepsPerKw + 1e-6),
})

function chooseWithEstimated(
  profile: LoadProfile,
  context: FeeContext,
  limits: PowerLimits,
  options: Parameters<typeof buildPowerMonths>[2],
): AgreedPowerAnswer['withEstimated'] {
  const matters = profile.months.some(({ blocks }) =>
    blocks.some(({ estimatedKw }) => (estimatedKw[0] ?? 0) > limits.minimumPowerKw),
  )
  if (!matters) return null
  const { months } = buildPowerMonths(profile, context, { ...options, includesEstimated: true })
  const { powersKw, certificate } = choosePowers(weighToYear(months), limits)
  return { powersKw, costEur: certificate.costEur }
}

function describeExceeding(months: PowerMonth[], powersKw: BlockPowers): BlockExceeding[] {
  return powersKw.map((kw, place) => {
    const charged = months.flatMap(({ blocks }) => (blocks[place]!.ratePerKw > 0 ? [blocks[place]!] : []))
    const sum = (part: (block: (typeof charged)[number]) => number) =>
      charged.reduce((total, block) => total + part(block), 0)
    const excess = sum(({ excessPerKw }) => excessPerKw)
    const perMonth = (count: number) => (charged.length === 0 ? 0 : count / charged.length)
    return {
      block: (place + 1) as BlockExceeding['block'],
      months: charged.length,
      // At the optimum the rates weigh as much as excess prices times the roots of the effective numbers.
      rightPerMonth: excess === 0 ? null : (sum(({ ratePerKw }) => ratePerKw) / excess) ** 2,
      effectivePerMonth: perMonth(sum(({ samples }) => effectiveCount(samples, kw))),
      intervalsPerMonth: perMonth(sum(({ samples }) => countAbove(samples.kw, kw))),
    }
  })
}
