import {
  buildFeeContext,
  calculateNetworkFee,
  type NetworkFeeQuestion,
  type NetworkFeeResult,
} from './calculate-network-fee.ts'
import { buildLoadProfile, type LoadProfile } from './load-profile.ts'
import { buildPeriodProfile } from './period-profile.ts'
import { nameSources } from './rates/rate-reference.ts'
import type { RateSource } from './rates/rate-source.ts'

/** How complete the readings of a period are, in quarter-hours. */
export interface PeriodQuality {
  intervals: number
  present: number
  missing: number
  estimated: number
  zeros: number
  suspectDays: number
  incompleteMonths: string[]
  monthsWithoutReadings: string[]
}

/** The network fee of a period with everything needed to judge it. */
export interface PeriodCalculation<Problem> extends NetworkFeeResult {
  /** What the source keys of `rates` stand for. */
  sources: Record<string, RateSource>
  /** Faults of the readings, as found when they were read. */
  problems: Problem[]
  quality: PeriodQuality
}

/**
 * The one answer to a question about a period: browser and server both call this, and their answers are identical to the
 * last character.
 */
export function calculatePeriod<Problem>(
  question: NetworkFeeQuestion,
  problems: Problem[],
): PeriodCalculation<Problem> {
  const context = buildFeeContext(question)
  const { readings } = question
  const whole = 'months' in readings ? readings : buildLoadProfile(readings, context.book)
  const profile = buildPeriodProfile(whole, context.book)
  const result = calculateNetworkFee({ ...question, readings: profile })
  return {
    ...result,
    sources: nameSources(result.rates),
    problems,
    quality: assessPeriod(whole),
  }
}

function assessPeriod({ months }: LoadProfile): PeriodQuality {
  const sum = (part: 'covered' | 'present' | 'missing' | 'estimated' | 'zeros' | 'suspectDays') =>
    months.reduce((total, { quality }) => total + quality[part], 0)
  const keysOf = (fits: (quality: LoadProfile['months'][number]['quality']) => boolean) =>
    months.filter(({ quality }) => fits(quality)).map(({ month }) => month.key)
  return {
    intervals: sum('covered'),
    present: sum('present'),
    missing: sum('missing'),
    estimated: sum('estimated'),
    zeros: sum('zeros'),
    suspectDays: sum('suspectDays'),
    incompleteMonths: keysOf(({ isComplete }) => !isComplete),
    monthsWithoutReadings: keysOf(({ present }) => present === 0),
  }
}
