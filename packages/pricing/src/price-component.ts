import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { ExchangeRate } from './pricing-world.ts'

/** The parts of a price, in the order of a bill. */
export const priceParts = [
  'energy',
  'networkEnergy',
  'networkPower',
  'excessPower',
  'fees',
  'levies',
  'vat',
] as const
export type PricePart = (typeof priceParts)[number]

/** `/kWh` components add up to the price of a kilowatt-hour; the others are shown beside it. */
export type PriceUnit = '/kWh' | '/kW/month' | '/month'

/** Where a rate comes from. */
export type PriceSource =
  | { kind: 'priceList'; priceListId: number; version: number; name: string }
  | { kind: 'spotMarket'; region: string; source: string }
  | { kind: 'networkTariff'; networkTariffId: number; name: string; source: string }
  /** A dated rate of the project; `rateId` names its entry. */
  | { kind: 'published'; rateId: string }

/** Why a rate, a line or a sum is unknown. */
export type MissingPrice =
  | { kind: 'noPriceList' }
  | { kind: 'noSpotPrice'; region: string }
  | { kind: 'noSlot'; timePlanId: number }
  | { kind: 'noBlockPrice'; timePlanId: number; blockId: number }
  | { kind: 'noTariff'; networkTariffId: number | null }
  | { kind: 'noMeteringPoint' }
  | { kind: 'noAgreedPower' }
  | { kind: 'noExchangeRate'; from: CurrencyCode; to: CurrencyCode }
  | { kind: 'noReadings' }

/** Every reason once, in the order in which they first occur. */
export function uniqueReasons(reasons: readonly MissingPrice[]): MissingPrice[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()]
}

/** One named part of a price. `rate` is null if unknown, and then `missing` says why. */
export interface PriceComponent {
  part: PricePart
  /** What exactly: 't1', 'block3', 'excise', the title of a block, the name of a tax row. */
  name: string
  rate: DecimalText | null
  unit: PriceUnit
  source: PriceSource | null
  /** Inclusive days between which the rate holds; null if open. */
  validFrom: string | null
  validTo: string | null
  confidence: Confidence | null
  /** What it was converted at, if it is of another currency. */
  exchange?: ExchangeRate
  missing?: MissingPrice
}

/** The price of a kilowatt-hour in one direction. `total` is the sum of its `/kWh` components, null if one is unknown. */
export interface DirectionPrice {
  components: PriceComponent[]
  total: DecimalText | null
}

export interface PriceAt {
  currency: CurrencyCode
  import: DirectionPrice
  /** What a kilowatt-hour fed in earns, positive; nothing is paid for it if it has no components. */
  export: DirectionPrice
}
