import { libraryTitles } from './library-titles.ts'
import { spotSourceName } from './spot-source-names.ts'

/** Texts of the names that the platform gives itself; others are the words of a list, a plan or a tax row. */
const ownNames = {
  energy: 'calculations.part.energy',
  spot: 'location_pricing.name.spot',
  t0: 'supply_offers.price.t0',
  t1: 'supply_offers.price.t1',
  t2: 'supply_offers.price.t2',
  buyFee: 'location_pricing.name.buy_fee',
  sellFee: 'location_pricing.name.sell_fee',
  networkMonthlyFee: 'location_pricing.name.network_monthly_fee',
  agreed: 'location_pricing.name.agreed',
  monthlyPeak: 'location_pricing.name.monthly_peak',
  levies: 'calculations.part.levies',
  block1: 'calculations.category.block1',
  block2: 'calculations.category.block2',
  block3: 'calculations.category.block3',
  block4: 'calculations.category.block4',
  block5: 'calculations.category.block5',
  sharedBlock1: 'location_pricing.name.shared_block_1',
  sharedBlock2: 'location_pricing.name.shared_block_2',
  sharedBlock3: 'location_pricing.name.shared_block_3',
  sharedBlock4: 'location_pricing.name.shared_block_4',
  sharedBlock5: 'location_pricing.name.shared_block_5',
  marketOperator: 'calculations.category.marketOperator',
  energyEfficiency: 'calculations.category.energyEfficiency',
  excise: 'calculations.category.excise',
  support: 'calculations.category.support',
  aboveConnection: 'calculations.category.aboveConnection',
  vat: 'calculations.category.vat',
  [libraryTitles.fourWindows]: 'time_of_use.library.four_windows',
  [libraryTitles.solarLow]: 'time_of_use.library.solar_low',
  [libraryTitles.solarHigh]: 'time_of_use.library.solar_high',
  [libraryTitles.base]: 'time_of_use.library.base',
  [libraryTitles.peak]: 'time_of_use.library.peak',
  [libraryTitles.seasonLow]: 'time_of_use.library.season_low',
  [libraryTitles.seasonHigh]: 'time_of_use.library.season_high',
  [libraryTitles.monthlyFee]: 'price_lists.offer.monthly_fee',
  [libraryTitles.extraFee]: 'price_lists.offer.extra_fee',
} as const

/** The key of the text for a name that the platform gives; null for one that somebody typed. */
export function findPriceNameKey(name: string): (typeof ownNames)[keyof typeof ownNames] | null {
  return Object.hasOwn(ownNames, name) ? ownNames[name as keyof typeof ownNames] : null
}

type Part = 'energy' | 'networkEnergy' | 'networkPower' | 'excessPower' | 'fees' | 'levies' | 'vat' | 'feedIn'

/** The key of the text for a part of a price or of a bill. */
export function pricePartKey(part: Part) {
  if (part === 'feedIn') return 'location_pricing.part.feed_in' as const
  return part === 'fees' ? ('location_pricing.part.fees' as const) : (`calculations.part.${part}` as const)
}

/** Where a rate comes from, as `PriceSource` of the engine has it. */
type Source =
  | { kind: 'priceList'; name: string }
  | { kind: 'spotMarket'; region: string; source: string }
  | { kind: 'networkTariff'; name: string; source: string }
  | { kind: 'published' }

type SourceKey = `location_pricing.source.${'spot_market' | 'published'}` | 'spot_market.source.modelled'

/** Where a rate comes from, in the words of a language: the same on pages and in files. */
export function priceSourceText(
  source: Source,
  t: (key: SourceKey, values?: Record<string, string>) => string,
): string {
  switch (source.kind) {
    case 'priceList':
      return source.name
    case 'spotMarket': {
      const publisher = spotSourceName(source.source) ?? t('spot_market.source.modelled')
      return t('location_pricing.source.spot_market', { region: source.region, source: publisher })
    }
    case 'networkTariff':
      return `${source.name} (${source.source})`
    case 'published':
      return t('location_pricing.source.published')
  }
}

/** Why a price is unknown, as `MissingPrice` of the engine has it. */
type Missing =
  | { kind: 'noSpotPrice'; region: string }
  | { kind: 'noExchangeRate'; from: string; to: string }
  | { kind: PlainReason }

type PlainReason =
  | 'noPriceList'
  | 'noSlot'
  | 'noBlockPrice'
  | 'noTariff'
  | 'noMeteringPoint'
  | 'noAgreedPower'
  | 'noReadings'

/** Why a price, a line or a sum is unknown, in the words of a language. */
export function missingPriceText(
  reason: Missing,
  t: (key: `price_lists.missing.${Missing['kind']}`, values?: Record<string, string>) => string,
): string {
  const { kind } = reason
  if (kind === 'noSpotPrice') return t(`price_lists.missing.${kind}`, { region: reason.region })
  if (kind === 'noExchangeRate') return t(`price_lists.missing.${kind}`, { from: reason.from, to: reason.to })
  return t(`price_lists.missing.${kind}`)
}
