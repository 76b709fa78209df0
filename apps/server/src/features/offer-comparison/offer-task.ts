import type { Bill } from '@ohmstead/pricing/bill-model'
import type { OfferComparison, OfferQuestion } from '@ohmstead/pricing/compare-offers/offer-comparison'
import type { BatteryToRun } from './run-battery.ts'

interface AskedOffers {
  question: OfferQuestion
  /** Run for each list that can be taken, at its own prices. */
  battery: BatteryToRun | null
}

/** Every offer on the same readings, or the bill that one of them rests on. */
export type OfferTask =
  | (AskedOffers & { kind: 'offers' })
  | (AskedOffers & { kind: 'offerBill'; key: string })

export interface OfferAnswers {
  offers: OfferComparison
  offerBill: Bill
}
