import type { ConsumerInfo } from '@ohmstead/contract/consumer-info'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import type { EnergyPrices } from '@ohmstead/network-fee/fee-context'

/** A calculation to be written down for somebody else to read. */
export interface DocumentTask {
  kind: 'pdf' | 'xlsx'
  /** The calculation as JSON text, as it was answered. */
  json: string
  about: DocumentAbout
}

export interface DocumentAbout {
  locale: Locale
  brand: { platformName: string; theme: string }
  device: { eimm: string; gsrn: string | null; title: string | null }
  consumerInfo: ConsumerInfo
  fromDay: string
  toDay: string
  prices: EnergyPrices | null
  levies: boolean
  vat: boolean
  /** The fingerprint of the calculation: an equal one has the same numbers. */
  hash: string
  madeAtMs: number
}
