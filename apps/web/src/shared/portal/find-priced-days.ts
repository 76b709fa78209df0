import { type DaySpan, listTariffDays } from '@ohmstead/network-fee/calendar/tariff-days'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import type { PortalDevice } from './portal-query.ts'
import { largestRangeDays } from './portal-selection.ts'

/** The latest days with readings whose network fee is known, as many as a range allows; null without any. */
export function findPricedDays({
  consumerInfo,
  readings,
}: {
  consumerInfo: PortalDevice['consumerInfo']
  readings: Pick<PortalDevice['readings'], 'from' | 'to'>
}): DaySpan | null {
  if (consumerInfo === null || readings.from === null || readings.to === null) return null
  const { point } = buildMeteringPoint(consumerInfo)
  const days = listTariffDays(point, { from: readings.from, to: readings.to }, publishedRates).at(-1)
  if (!days) return null
  const first = Temporal.PlainDate.from(days.to).subtract({ days: largestRangeDays }).toString()
  return days.from < first ? { ...days, from: first } : days
}
