import type { ReadingProblemView } from '@ohmstead/contract/portal'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { NetworkFeeErrorCode } from '@ohmstead/network-fee/network-fee-error'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { EnergyPrices } from '@ohmstead/network-fee/systems/fee-context'
import type { ChartFileTask } from '../charts/chart-file-task.ts'
import type { SharingTask } from '../energy-sharing/sharing-task.ts'
import type { SettlementFileTask, StatementFileTask } from '../energy-sharing/statement-file-task.ts'
import type { BillFileTask } from '../location-pricing/bill-file-task.ts'
import type { PricingTask } from '../location-pricing/pricing-task.ts'
import type { OfferTask } from '../offer-comparison/offer-task.ts'
import type { PortfolioFileTask } from '../portfolio/portfolio-file-task.ts'
import type { PowerChoiceTask } from './choose-powers.ts'
import type { DocumentTask } from './documents/document-task.ts'

/** All inputs of a calculation; its fingerprint is derived from this. */
export interface CalculationInput {
  series: QuarterHourSeries
  problems: ReadingProblemView[]
  point: MeteringPoint
  /** Null omits the supplier's part. */
  energyPrices: EnergyPrices | null
  customPowersKw: BlockPowers | null
  levies: boolean
  vat: boolean
  /** The first of the month from which the advice applies. */
  adviceFrom: string
}

/** Requests to the calculation thread; each answer is a text or a file. */
export type CalculationTask =
  | { kind: 'calculate'; input: CalculationInput }
  | PowerChoiceTask
  | DocumentTask
  | PortfolioFileTask
  | ChartFileTask
  | BillFileTask
  | PricingTask
  | SharingTask
  | StatementFileTask
  | SettlementFileTask
  | OfferTask

/** The thread's report of input that the engine refuses. */
export interface SentError {
  code: NetworkFeeErrorCode | null
  details: Record<string, number | string | null>
  message: string
}
