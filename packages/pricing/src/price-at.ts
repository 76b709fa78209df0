import { formatDay, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { currencyOf } from './ledger/ledger-currency.ts'
import { termsOn } from './ledger/segments.ts'
import { layOutMonths, localTimeAt } from './local-grid.ts'
import { closeDirection, closeImport, exportComponents, importComponents } from './price/direction-prices.ts'
import { type PriceFrame, unknownComponent } from './price/price-frame.ts'
import type { PriceAt } from './price-component.ts'
import type { PricingWorld } from './pricing-world.ts'
import { findTiersUsed, nothingUsed, usedIn } from './tiers-used.ts'
import { listOn, prepareWorld, type WorldLookup } from './world-lookup.ts'

/**
 * What a kilowatt-hour costs and earns at an instant, part by part: prices per kWh, both positive, null with a reason where
 * unknown. With `energies`, which reach back to the first of the month, it is the price of the tier that was reached by
 * then. The cap on a month's mean market price is not applied: that mean is known only at the end of the month.
 */
export function priceAt(
  world: PricingWorld,
  instantMs: number,
  energies: QuarterHourSeries | null = null,
): PriceAt {
  const lookup = prepareWorld(world)
  const startMs = Math.floor(instantMs / quarterHourMs) * quarterHourMs
  return priceIn(lookup, startMs, usedAt(lookup, startMs, energies))
}

/** The same of the quarter-hour that begins at `startMs`, in a world and with `used` energy that are worked out already. */
export function priceIn(lookup: WorldLookup, startMs: number, used: PriceFrame['used']): PriceAt {
  const { day: days, minute } = localTimeAt(startMs, lookup.zone)
  const day = formatDay(days)
  const list = listOn(lookup, day)
  if (list === null) {
    const unknown = closeDirection([
      unknownComponent({ part: 'energy', name: 'energy', unit: '/kWh' }, { kind: 'noPriceList' }),
    ])
    return { currency: currencyOf(lookup, day, day), import: unknown, export: unknown }
  }
  const terms = termsOn(lookup, list, day)
  const frame = { lookup, terms, startMs, day, days, minute, used }
  return {
    currency: list.terms.currency,
    import: closeImport(frame, importComponents(frame)),
    export: closeDirection(exportComponents(frame)),
  }
}

function usedAt(
  lookup: WorldLookup,
  startMs: number,
  energies: QuarterHourSeries | null,
): PriceFrame['used'] {
  if (energies === null) return nothingUsed
  const laidOut = layOutMonths(startMs, startMs + quarterHourMs, lookup.zone)
  const place = Math.round((startMs - laidOut.grid.firstStartMs) / quarterHourMs)
  return usedIn(findTiersUsed(lookup, laidOut, energies), place)
}
