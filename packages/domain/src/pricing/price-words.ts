import { libraryTitles } from './library-titles.ts'

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
