import { type Exact, exactOf, multiplyExact } from '@ohmstead/domain/money/exact'
import type { Confidence } from '@ohmstead/domain/rates/confidence'
import { buildFeeContext } from '@ohmstead/network-fee/calculate-network-fee'
import { calendarOfDay } from '@ohmstead/network-fee/calendar/time-block'
import { connectionPowerOf, type MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { findAgreedPower, hasPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { findRate, type RateBook } from '@ohmstead/network-fee/rates/rate-book'
import { energyLevyLines, findNewSupportLevy } from '@ohmstead/network-fee/systems/levies'
import { findNewSystemRates, isExcessCharged } from '@ohmstead/network-fee/systems/new-system-rates'
import type { PricePart, PriceUnit } from '../price-component.ts'
import { type OpenComponent, openComponent, type PriceFrame, unknownComponent } from './price-frame.ts'

interface Rated {
  id: string
  from: string
  to: string | null
  confidence: Confidence
}

/** The network fee of Slovenia at an instant: its block's energy, and its power and excess beside it. */
export function publishedNetwork(frame: PriceFrame): OpenComponent[] {
  const { book, world } = frame.lookup
  const first = `${frame.day.slice(0, 7)}-01`
  const block = blockAt(frame, book)
  const name = `block${block}`
  const unknown = { part: 'networkEnergy', name, unit: '/kWh' } as const
  if (world.countryCode !== 'SI') return [unknownComponent(unknown, noTariff)]
  if (world.point === null) return [unknownComponent(unknown, { kind: 'noMeteringPoint' })]
  const rates = findNewSystemRates(world.point, first, book)
  const energy = rates?.energyEurPerKwh?.[block - 1]
  const power = rates?.powerEurPerKw?.[block - 1]
  if (rates === null || energy === undefined || power === undefined)
    return [unknownComponent(unknown, noTariff)]
  const factor = findRate(book.excessFactor, first)
  const isCharged = factor !== null && chargesExcess(world.point, first, book)
  const excess = isCharged ? multiplyExact(exactOf(power, 6), exactOf(factor.value, 6)) : null
  return [
    published(frame, 'networkEnergy', name, '/kWh', energy, rates),
    published(frame, 'networkPower', name, '/kW/month', power, rates),
    ...(excess ? [published(frame, 'excessPower', name, '/kW/month', excess, rates)] : []),
  ]
}

/** Whether a bill of the month has excess power: not where the operator's powers were kept, nor where none are known. */
function chargesExcess(point: MeteringPoint, firstDay: string, book: RateBook): boolean {
  const entry = findAgreedPower(point.agreedPowers ?? [], firstDay)
  if (entry === null || !hasPowers(entry)) return false
  const connectionPowerKw = connectionPowerOf(point) ?? entry.connectionPowerKw
  const rule = findRate(book.excessCharge, firstDay)
  return isExcessCharged(rule, entry.setBy, { isHousehold: point.isHousehold, connectionPowerKw })
}

/** The levies of Slovenia: those on energy, and that for renewable sources on the power of one block. */
export function publishedLevies(frame: PriceFrame): OpenComponent[] {
  const { book, world } = frame.lookup
  const first = `${frame.day.slice(0, 7)}-01`
  const unknown = { part: 'levies', name: 'levies', unit: '/kWh' } as const
  if (world.countryCode !== 'SI') return [unknownComponent(unknown, noTariff)]
  const point = world.point ?? anyPoint
  const context = buildFeeContext({ point, energyPrices: null, rates: book })
  const found = energyLevyLines(1, first, context)
  if ('missing' in found) return [unknownComponent(unknown, noTariff)]
  const entries = new Map(book.energyLevies.map((entry) => [entry.id, entry]))
  return [
    ...found.lines.map(({ category, factors }) => {
      const { value, rateId } = factors[1]!
      return published(frame, 'levies', category, '/kWh', value, entries.get(rateId!)!)
    }),
    ...supportLevy(frame),
  ]
}

/** Nothing without a point, whose power it goes by. */
function supportLevy(frame: PriceFrame): OpenComponent[] {
  const { book, world } = frame.lookup
  if (world.point === null) return []
  const found = findNewSupportLevy(world.point, `${frame.day.slice(0, 7)}-01`, book)
  const named = { part: 'levies', name: 'support', unit: '/kW/month' } as const
  if (found === null) return [unknownComponent(named, noTariff)]
  const { eurPerKw, rate, confidence } = found
  return [published(frame, named.part, named.name, named.unit, eurPerKw, { ...rate, confidence })]
}

/** The block of a quarter-hour's start. */
function blockAt({ days, minute }: Pick<PriceFrame, 'days' | 'minute'>, book: RateBook): number {
  return calendarOfDay(days, book).blockOfHour[Math.floor(minute / 60)]!
}

const noTariff = { kind: 'noTariff', networkTariffId: null } as const

/** Stands where the levies on energy are asked for without a point: they depend only on the class of very large consumers. */
const anyPoint = { isLargeConsumer: false } as MeteringPoint

function published(
  frame: PriceFrame,
  part: PricePart,
  name: string,
  unit: PriceUnit,
  value: number | Exact,
  { id, from, to, confidence }: Rated,
): OpenComponent {
  const component = {
    ...{ part, name, unit, confidence, validFrom: from, validTo: to },
    source: { kind: 'published' as const, rateId: id },
  }
  return openComponent(frame, component, typeof value === 'number' ? exactOf(value, 6) : value, 'EUR')
}
