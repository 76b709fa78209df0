import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { PriceSeries } from '@ohmstead/pricing/price-series'
import type { ComparedQuarters } from './balance-quarters.ts'
import type { BalanceSeries } from './savings-model.ts'

/** Quarter-hours of a row, half-open. */
export interface Places {
  from: number
  to: number
}

/** The quarter-hours of a stretch, without copying them. */
export function cutBalance(balance: BalanceSeries, { from, to }: Places): BalanceSeries {
  const cut = (row: Float64Array | null) => row?.subarray(from, to) ?? null
  return {
    firstStartMs: balance.firstStartMs + from * quarterHourMs,
    importMilliWh: balance.importMilliWh.subarray(from, to),
    exportMilliWh: cut(balance.exportMilliWh),
    productionMilliWh: cut(balance.productionMilliWh),
    chargeMilliWh: cut(balance.chargeMilliWh),
    dischargeMilliWh: cut(balance.dischargeMilliWh),
    isEstimated: balance.isEstimated.subarray(from, to),
    batterySpan: balance.batterySpan,
  }
}

export function cutQuarters(quarters: ComparedQuarters, { from, to }: Places): ComparedQuarters {
  const { isCompared, load, production, charge, discharge, reasons } = quarters
  return {
    firstStartMs: quarters.firstStartMs + from * quarterHourMs,
    isCompared: isCompared.subarray(from, to),
    load: load.subarray(from, to),
    production: production.subarray(from, to),
    charge: charge.subarray(from, to),
    discharge: discharge.subarray(from, to),
    reasons: reasons.subarray(from, to),
  }
}

const nothing = new Float64Array(0)

export const cutPrices = (prices: PriceSeries | null, { from, to }: Places) => ({
  importPrice: prices?.importPrice.subarray(from, to) ?? nothing,
  exportPrice: prices?.exportPrice.subarray(from, to) ?? nothing,
})
