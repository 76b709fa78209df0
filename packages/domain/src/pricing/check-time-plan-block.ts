import { isDecimalText, parseExact } from '../money/exact.ts'
import { checkTiers } from './check-energy-price.ts'
import { checkDecimal, collectProblems, type TermsProblems } from './terms-problems.ts'
import type { TimePlanBlock } from './time-plan.ts'

/** A plan has no currency, so that the bounds are those of the smallest unit. */
const largestPrice = 10_000
const largestPowerKw = 1_000_000
/** As many as are stored. */
const mostDecimals = 8

/** What is wrong with what a block proposes: its price or limit, and its tiers by kWh of a calendar month. */
export function checkTimePlanBlock({
  type,
  value,
  tiers,
}: Pick<TimePlanBlock, 'type' | 'value' | 'tiers'>): TermsProblems {
  const { problems, report } = collectProblems()
  const isPower = type === 'LIMIT_POWER'
  const bounds = isPower ? { min: 0, max: largestPowerKw } : { min: -largestPrice, max: largestPrice }
  checkDecimal(report, 'value', value, { ...bounds, isRequired: false })
  if (value !== null && isDecimalText(value) && parseExact(value).scale > mostDecimals)
    report('value', 'double')
  // A limit of power is no price, so that there is nothing to grade by energy.
  if (isPower && tiers.length > 0) report('tiers', 'max', { length: 0 })
  checkTiers(report, 'tiers', tiers, largestPrice)
  return problems
}
