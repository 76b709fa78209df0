import type { Bill } from '@ohmstead/pricing/bill-model'
import type {
  ComparedOffer,
  OfferComparison,
  OfferQuestion,
} from '@ohmstead/pricing/compare-offers/offer-comparison'
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
  offers: OfferComparison & {
    /** The same on the readings as they are; null unless a battery was run. */
    asRead: Pick<ComparedOffer, 'key' | 'payable' | 'yearly'>[] | null
  }
  offerBill: Bill
}
