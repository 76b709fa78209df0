import type { LoadProfile } from '../load-profile.ts'
import type { FeeContext } from '../systems/fee-context.ts'

const largeMilliWhPerYear = 10_000 * 1e9
const quarterHoursPerYear = 35_040
/** Fewer readings than those of four weeks say nothing of a year. */
const leastQuarterHours = 28 * 96

/**
 * The context with the class of the excise duty told, where the point leaves it open: who takes more than 10,000 MWh a
 * year, as the readings of the period run up to, is a large consumer.
 */
export function classifyConsumerSize(context: FeeContext, { months }: LoadProfile): FeeContext {
  if (context.point.isLargeConsumer !== undefined) return context
  let present = 0
  let milliWh = 0
  for (const { quality, highTariffMilliWh, lowTariffMilliWh } of months) {
    present += quality.present
    milliWh += highTariffMilliWh + lowTariffMilliWh
  }
  const isLargeConsumer =
    present >= leastQuarterHours && (milliWh / present) * quarterHoursPerYear > largeMilliWhPerYear
  return { ...context, point: { ...context.point, isLargeConsumer } }
}
