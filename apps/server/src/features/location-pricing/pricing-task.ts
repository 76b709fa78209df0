import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { BillPeriod } from '@ohmstead/pricing/bill'
import type { Bill } from '@ohmstead/pricing/bill-model'
import type { CostBucket, CostSeries } from '@ohmstead/pricing/cost-series'
import type { MonthForecast } from '@ohmstead/pricing/forecast-month'
import type { MissingPrice } from '@ohmstead/pricing/price-component'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import type { SavingsPeriod } from '@ohmstead/savings/calculate-savings'
import type { BalanceSeries, PeriodSavings } from '@ohmstead/savings/savings-model'

interface Priced {
  world: PricingWorld
  energies: QuarterHourSeries
}

/** The month so far of one of many locations. */
export interface MonthToPrice extends Priced {
  fromMs: number
  toMs: number
}

/** The current month of one of many locations, and the days that its rest is drawn from. */
export interface MonthToForecast extends Priced {
  nowMs: number
  /** Of the local day. */
  todayMs: number
  history: QuarterHourSeries[]
  seed: number
}

export interface ForecastAnswer extends Omit<MonthForecast, 'soFar'> {
  /** Null in the first quarter-hour of a month. */
  soFar: Pick<Bill, 'totals' | 'exact' | 'quality'> | null
  missing: MissingPrice[]
  today: Pick<CostBucket, 'importCost' | 'exportRevenue'> | null
}

/** Questions about the money of a location, answered on the event loop if short, else in a calculation thread. */
export type PricingTask =
  | (Priced & { kind: 'bill'; period: BillPeriod })
  | (Priced & { kind: 'costs'; edges: number[] })
  | { kind: 'months'; months: MonthToPrice[] }
  | { kind: 'savings'; world: PricingWorld; balance: BalanceSeries; periods: SavingsPeriod[] }
  | { kind: 'forecasts'; homes: MonthToForecast[] }

export interface PricingAnswers {
  bill: Bill
  costs: CostSeries
  months: {
    currency: CurrencyCode
    import_cost: string | null
    export_revenue: string | null
    is_provisional: boolean
    missing: MissingPrice[]
  }[]
  savings: PeriodSavings[]
  forecasts: ForecastAnswer[]
}
