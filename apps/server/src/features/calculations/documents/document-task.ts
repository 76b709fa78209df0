import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import type { Days } from '@ohmstead/domain/portal/so-far'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { EnergyPrices } from '@ohmstead/network-fee/systems/fee-context'

/** A calculation to be written as a document. */
export interface DocumentTask {
  kind: 'pdf' | 'xlsx'
  /** The calculation as JSON text, as it was answered. */
  json: string
  /** The inputs of the calculation, if its years are to be netted; null for any other point. */
  netted: { series: QuarterHourSeries; point: MeteringPoint } | null
  about: DocumentAbout
}

export interface DocumentAbout {
  locale: Locale
  brand: { platformName: string; theme: string }
  device: { eimm: string; gsrn: string | null; title: string | null }
  consumerInfo: ConsumerInfo
  /** The days that were read while a first import was running; else null. */
  soFar: Days | null
  fromDay: string
  toDay: string
  prices: EnergyPrices | null
  levies: boolean
  vat: boolean
  /** The fingerprint of the calculation: an equal one has the same numbers. */
  hash: string
  madeAtMs: number
}
