import { formatDay, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { currencyOf } from './ledger/ledger-currency.ts'
import { termsOn } from './ledger/segments.ts'
import { localTimeAt } from './local-grid.ts'
import { closeDirection, closeImport, exportComponents, importComponents } from './price/direction-prices.ts'
import { unknownComponent } from './price/price-frame.ts'
import type { PriceAt } from './price-component.ts'
import type { PricingWorld } from './pricing-world.ts'
import { listOn, prepareWorld, type WorldLookup } from './world-lookup.ts'

/**
 * What a kilowatt-hour costs and earns at an instant, part by part. `usedKwh` is what was used at the same price since the
 * month began, for tiers. The cap of a month on its mean market price is not applied: it is known only at its end.
 */
export function priceAt(world: PricingWorld, instantMs: number, usedKwh = 0): PriceAt {
  return priceIn(prepareWorld(world), instantMs, usedKwh)
}

/** The same in a world that is prepared already. */
export function priceIn(lookup: WorldLookup, instantMs: number, usedKwh = 0): PriceAt {
  const startMs = Math.floor(instantMs / quarterHourMs) * quarterHourMs
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
  const frame = { lookup, terms, startMs, day, days, minute, usedMilliWh: usedKwh * 1e6 }
  return {
    currency: list.terms.currency,
    import: closeImport(frame, importComponents(frame)),
    export: closeDirection(exportComponents(frame)),
  }
}
