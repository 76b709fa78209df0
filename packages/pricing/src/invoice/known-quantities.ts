import { formatExact, parseExact, subtractExact } from '@ohmstead/domain/money/exact'
import { formatDay, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import { connectionPowerOf, type MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { bill } from '../bill.ts'
import type { Bill, BillLine } from '../bill-model.ts'
import type { PricingWorld } from '../pricing-world.ts'
import type { KnownQuantity, QuantityReason } from './comparison-model.ts'

interface Days {
  from: string
  to: string
}

/** Days of a period are tried one by one up to this many. */
const mostDays = 62

/** The energies that the bill would have if something were otherwise, each from a bill of its own. */
export function energyKnownQuantities(
  world: PricingWorld,
  energies: QuarterHourSeries,
  days: Days,
): KnownQuantity[] {
  const whole = bill(world, energies, days)
  const { currency } = whole
  const of = (asked: Days, series = energies) => bill(world, series, { ...asked, currency })
  const [first, last] = [parseDay(days.from), parseDay(days.to)]
  const inside = Array.from({ length: Math.min(mostDays, last - first + 1) }, (_, place) =>
    formatDay(first + place),
  )
  const before = formatDay(first - 1)
  const previous = monthBefore(days.from)
  const found: KnownQuantity[] = []
  const isTried = last - first < mostDays
  if (isTried && last > first)
    for (const day of inside)
      found.push(...shifted(whole, of({ from: day, to: day }), -1, { kind: 'dayMissing', day }))
  found.push(...shifted(whole, of({ from: before, to: before }), 1, { kind: 'dayMore', day: before }))
  if (whole.quality.estimated > 0)
    found.push(...plain(of(days, withoutEstimated(energies)), { kind: 'estimatedLeftOut' }))
  return [...found, ...plain(of(previous), { kind: 'otherMonth', month: previous.from.slice(0, 7) })]
}

/** The first day that the energies have to reach back to. */
export const firstDayNeeded = (from: string): string => monthBefore(from).from

function monthBefore(day: string): Days {
  const to = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, 0))
    .toISOString()
    .slice(0, 10)
  return { from: `${to.slice(0, 8)}01`, to }
}

const withoutEstimated = (energies: QuarterHourSeries): QuarterHourSeries => ({
  ...energies,
  importMilliWh: energies.importMilliWh.map((energy, place) => (energies.isEstimated[place] ? 0 : energy)),
  exportMilliWh:
    energies.exportMilliWh?.map((energy, place) => (energies.isEstimated[place] ? 0 : energy)) ?? null,
})

const energyLines = (all: Bill): BillLine[] =>
  all.months.flatMap(({ lines }) => lines.filter(({ quantity }) => quantity?.unit === 'kWh'))

function plain(all: Bill, reason: QuantityReason): KnownQuantity[] {
  return energyLines(all).map(({ part, name, quantity }) => ({
    part,
    name,
    quantity: quantity!.amount,
    reason,
  }))
}

/** The whole with the energy of a day taken off it or added to it. */
function shifted(whole: Bill, day: Bill, sign: 1 | -1, reason: QuantityReason): KnownQuantity[] {
  const ofDay = energyLines(day)
  return energyLines(whole).flatMap(({ part, name, quantity }) => {
    const own = ofDay.find((line) => line.part === part && line.name === name)
    if (!own || parseExact(own.quantity!.amount).digits === 0n) return []
    const amount = parseExact(own.quantity!.amount)
    const change = sign < 0 ? amount : { digits: -amount.digits, scale: amount.scale }
    return [
      { part, name, quantity: formatExact(subtractExact(parseExact(quantity!.amount), change)), reason },
    ]
  })
}

/** The powers of other entries of the register, and the connection power. */
export function powerKnownQuantities(point: MeteringPoint): KnownQuantity[] {
  const blocks = [0, 1, 2, 3, 4]
  const registered = (point.agreedPowers ?? []).flatMap((entry) =>
    blocks.flatMap((place): KnownQuantity[] => {
      const quantity = String(entry.blocksKw[place])
      const reason = { kind: 'agreedPowerOf' as const, from: entry.fromDay, to: entry.toDay }
      return [
        { part: 'networkPower', name: `block${place + 1}`, quantity, reason },
        ...(place === 1 || place === 0
          ? [{ part: 'levies' as const, name: 'support', quantity, reason }]
          : []),
      ]
    }),
  )
  const connection = connectionPowerOf(point)
  if (connection === null) return registered
  const ofConnection = blocks.map((place): KnownQuantity => {
    const reason = { kind: 'connectionPower' as const }
    return { part: 'networkPower', name: `block${place + 1}`, quantity: String(connection), reason }
  })
  return [...registered, ...ofConnection]
}

/** What another meter says of all energy taken from the grid, for lines that charge all of it. */
export function meterKnownQuantities(
  own: Bill,
  meters: { official: string; controller: string },
): KnownQuantity[] {
  const shift = subtractExact(parseExact(meters.controller), parseExact(meters.official))
  const all = energyLines(own).filter(
    ({ part, name }) => part === 'levies' || (part === 'energy' && name === 't0'),
  )
  return all.map(({ part, name, quantity }) => {
    const amount = parseExact(quantity!.amount)
    const more = { digits: -shift.digits, scale: shift.scale }
    return {
      part,
      name,
      quantity: formatExact(subtractExact(amount, more)),
      reason: { kind: 'controllerMeter' },
    }
  })
}
