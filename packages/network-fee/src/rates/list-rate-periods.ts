import { dayAfter } from '@ohmstead/domain/time/days'
import { newSystemStart } from '../systems/new-system-rates.ts'
import type { RateBook, RateEntry } from './rate-book.ts'
import type { UserGroup } from './user-group.ts'

/** Days, inclusive, in which the same rates hold for a user group. */
export interface RatePeriod {
  from: string
  to: string | null
  consumers: 'all' | 'household' | 'nonHousehold'
  /** Null if no rates are known. */
  rates: RateEntry<'newSystem'> | null
}

/**
 * The rates of a user group from the beginning of the five blocks, the newest first. Days without any are periods of their
 * own, also those after the last known rate: what is missing is listed as missing.
 */
export function listRatePeriods(userGroup: UserGroup, book: RateBook): RatePeriod[] {
  const known = book.newSystem
    .filter((entry) => entry.userGroup === userGroup)
    .sort((a, b) => a.from.localeCompare(b.from) || a.consumers.localeCompare(b.consumers))
  const periods: RatePeriod[] = []
  let open: string | null = newSystemStart
  for (const rates of known) {
    if (open !== null && rates.from > open)
      periods.push({ from: open, to: dayAfter(rates.from, -1), consumers: 'all', rates: null })
    const isPriced = rates.powerEurPerKw !== null && rates.energyEurPerKwh !== null
    periods.push({
      from: rates.from,
      to: rates.to,
      consumers: rates.consumers,
      rates: isPriced ? rates : null,
    })
    const next: string | null = rates.to === null ? null : dayAfter(rates.to)
    open = open === null || next === null ? null : next > open ? next : open
  }
  if (open !== null) periods.push({ from: open, to: null, consumers: 'all', rates: null })
  return periods.reverse()
}
