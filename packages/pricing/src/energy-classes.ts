import { type Exact, parseExact } from '@ohmstead/domain/money/exact'
import type {
  FixedPrice,
  HighTariffHours,
  PriceList,
  TimeOfUsePrice,
} from '@ohmstead/domain/pricing/price-list-terms'
import type { PriceTier, TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { formatDay, weekday } from '@ohmstead/network-fee/calendar/local-time'
import type { MissingPrice } from './price-component.ts'
import { slotOfMinute } from './time-plan/slot-at.ts'
import type { WorldLookup } from './world-lookup.ts'

/** Energy that costs the same: a tariff (T0, T1, T2) or a block of a time-of-use plan. */
export interface EnergyClass {
  name: string
  price: Exact | null
  /** Beyond so many milliwatt-hours of this class in the month. */
  tiers: { aboveMilliWh: number; price: Exact }[]
  /** Why there is no price. */
  missing: MissingPrice | null
}

/** The classes of a price, and which one a quarter-hour belongs to: a place in `classes`, or -1 without a slot. */
export interface EnergyClasses {
  classes: EnergyClass[]
  classAt: (day: number, minute: number) => number
  /** Of a quarter-hour without a class. */
  missing: MissingPrice | null
}

const milliWhPerKwh = 1_000_000

/** How a fixed or time-of-use price sorts energy; `blockType` says which blocks of a plan it prices. */
export function classify(
  price: FixedPrice | TimeOfUsePrice,
  { terms, countryCode }: Pick<PriceList, 'terms' | 'countryCode'>,
  blockType: 'PRICING_ENERGY' | 'PRICING_NETWORK',
  lookup: WorldLookup,
): EnergyClasses {
  if (price.kind === 'time_of_use') return classifyByPlan(price, blockType, lookup)
  if (price.t0 !== null) return { classes: [classOf('t0', price.t0)], classAt: () => 0, missing: null }
  const isHigh = highTariffTest(terms.highTariff, lookup.holidaysOf(countryCode))
  return {
    classes: [classOf('t1', price.t1 ?? '0'), classOf('t2', price.t2 ?? '0')],
    classAt: (day, minute) => (isHigh(day, minute) ? 0 : 1),
    missing: null,
  }
}

/** Whether T1 holds at a minute of a local day. */
export function highTariffTest(
  { fromMinute, toMinute, onWorkdaysOnly }: HighTariffHours,
  holidays: ReadonlySet<string>,
): (day: number, minute: number) => boolean {
  let last = Number.NaN
  let isWorkday = true
  return (day, minute) => {
    if (minute < fromMinute || minute >= toMinute) return false
    if (!onWorkdaysOnly) return true
    if (day !== last) {
      isWorkday = weekday(day) < 6 && !holidays.has(formatDay(day))
      last = day
    }
    return isWorkday
  }
}

function classifyByPlan(
  price: TimeOfUsePrice,
  blockType: 'PRICING_ENERGY' | 'PRICING_NETWORK',
  lookup: WorldLookup,
): EnergyClasses {
  const { timePlanId } = price
  const missing: MissingPrice = { kind: 'noSlot', timePlanId }
  const compiled = lookup.planOf(timePlanId)
  if (!compiled) return { classes: [], classAt: () => -1, missing }
  const blocks = compiled.plan.blocks.filter(({ type }) => type === blockType)
  const placeOfSlot = compiled.plan.slots.map(({ blockId }) => blocks.findIndex(({ id }) => id === blockId))
  let last = Number.NaN
  let slots: Int16Array
  return {
    classes: blocks.map((block) => classOfBlock(block, price)),
    classAt: (day, minute) => {
      if (day !== last) {
        slots = slotOfMinute(compiled, blockType, formatDay(day))
        last = day
      }
      return placeOfSlot[slots[minute]!] ?? -1
    },
    missing,
  }
}

function classOfBlock(
  { id, title, value, tiers }: TimePlanBlock,
  { timePlanId, prices }: TimeOfUsePrice,
): EnergyClass {
  const own = prices.find(({ blockId }) => blockId === id)
  const price = own?.price ?? value
  if (price !== null) return classOf(title, price, own ? own.tiers : tiers)
  return { name: title, price: null, tiers: [], missing: { kind: 'noBlockPrice', timePlanId, blockId: id } }
}

function classOf(name: string, price: string, tiers: readonly PriceTier[] = []): EnergyClass {
  return {
    name,
    price: parseExact(price),
    tiers: tiers.map((tier) => ({
      aboveMilliWh: tier.aboveKwh * milliWhPerKwh,
      price: parseExact(tier.value),
    })),
    missing: null,
  }
}
