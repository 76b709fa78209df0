import type { LoadProfile } from '../load-profile.ts'
import type { FeeContext } from '../systems/fee-context.ts'

const largeMilliWhPerYear = 10_000 * 1e9
const quarterHoursPerYear = 35_040
/** Readings of less than four weeks say nothing about a year. */
const leastQuarterHours = 28 * 96

/**
 * The context with the class of the excise duty filled in if the point leaves it open: a consumer of more than 10,000 MWh
 * a year, extrapolated from the readings of the period, is a large one.
 */
export function classifyConsumerSize(context: FeeContext, { months }: LoadProfile): FeeContext {
  if (context.point.isLargeConsumer !== undefined) return context
  let present = 0
  let milliWh = 0
  for (const { quality, highTariffMilliWh, lowTariffMilliWh } of months) {
    present += quality.present
    milliWh += highTariffMilliWh + lowTariffMilliWh
  }
  return { ...context, point: { ...context.point, isLargeConsumer: isLargeConsumer(milliWh, present) } }
}

/** Whether so much in so many quarter-hours makes more than 10,000 MWh a year. */
export function isLargeConsumer(milliWh: number, quarterHours: number): boolean {
  return (
    quarterHours >= leastQuarterHours && (milliWh / quarterHours) * quarterHoursPerYear > largeMilliWhPerYear
  )
}
