import { divideExact, type Exact, multiplyExact, parseExact } from '@ohmstead/domain/money/exact'
import { type SharePrice, sharePriceDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { type SupplierPrices, supplierPrices } from '@ohmstead/pricing/price-series'
import { type SpotPrices, spotScale } from '@ohmstead/pricing/pricing-world'
import type { AllocatedMonth } from './allocate-intervals.ts'
import { SharingError } from './sharing-error.ts'
import type { SharingMonth } from './sharing-month.ts'

/** Millionths of the currency per kWh that a receiver pays in a quarter-hour; NaN where unknown. */
export type SharePriceAt = (place: number, i: number) => number

const micro = 10 ** sharePriceDecimals

/** What suppliers charge and pay, member by member, in the quarter-hours of a month. */
export function readSupplierPrices({ rows, grid }: SharingMonth): SupplierPrices[] {
  const endMs = grid.firstStartMs + grid.count * quarterHourMs
  return rows.map(({ member }) => supplierPrices(member.world, grid.firstStartMs, endMs, member.energies))
}

/** The prices between members of a month; `suppliers` are asked only where the terms go by them. */
export function sharePrices(
  terms: SharePrice,
  { grid }: SharingMonth,
  { givenMilliWh }: AllocatedMonth,
  suppliers: () => SupplierPrices[],
  market: SpotPrices | null,
): SharePriceAt {
  if (terms.kind === 'free') return () => 0
  if (terms.kind === 'middle') return middlePrices(suppliers(), givenMilliWh)
  const fixed = microOf(terms.perKwh)
  if (terms.kind === 'fixed') return () => fixed
  const shift = market === null ? 0 : Math.round((grid.firstStartMs - market.firstStartMs) / quarterHourMs)
  return (_, i) => {
    const price = market?.price[i + shift] ?? Number.NaN
    return Math.max(0, Math.min(fixed, roundToMicro(price / 10 ** spotScale)))
  }
}

/** Halfway between the receiver's energy price and the mean, by energy given, of what suppliers would have paid. */
function middlePrices(suppliers: SupplierPrices[], givenMilliWh: readonly Float64Array[]): SharePriceAt {
  let last = -1
  let [given, money] = [0, 0]
  return (place, i) => {
    if (i !== last) {
      ;[given, money, last] = [0, 0, i]
      givenMilliWh.forEach((row, sender) => {
        if (row[i] === 0) return
        given += row[i]!
        money += row[i]! * roundToMicro(suppliers[sender]!.feedIn[i]!)
      })
    }
    const buy = roundToMicro(suppliers[place]!.energy[i]!)
    const value = buy * given + money
    if (Number.isNaN(value)) return value
    const isExact = [money, value].every((one) => Math.abs(one) <= Number.MAX_SAFE_INTEGER)
    return isExact ? divideRounded(value, 2 * given) : middleInDigits(buy, suppliers, givenMilliWh, i)
  }
}

/** Halves away from zero; exact for whole numbers below 2^53, which is some 4 MWh in a quarter-hour at 1 per kWh. */
function divideRounded(value: number, divisor: number): number {
  const size = Math.abs(value)
  const remainder = size % divisor
  return Math.sign(value) * ((size - remainder) / divisor + Number(remainder * 2 >= divisor))
}

/** The same beyond binary numbers, which only absurd readings come to: they must not stop a whole group's settlement. */
function middleInDigits(
  buy: number,
  suppliers: SupplierPrices[],
  givenMilliWh: readonly Float64Array[],
  i: number,
): number {
  let [given, money] = [0n, 0n]
  givenMilliWh.forEach((row, sender) => {
    if (row[i] === 0) return
    given += BigInt(row[i]!)
    money += BigInt(row[i]!) * BigInt(roundToMicro(suppliers[sender]!.feedIn[i]!))
  })
  const value: Exact = { digits: BigInt(buy) * given + money, scale: 0 }
  return Number(divideExact(value, { digits: 2n * given, scale: 0 }, 0).digits)
}

/** A price of at most twelve decimals, rounded to millionths, halves away from zero. */
export function roundToMicro(price: number): number {
  const digits = Math.round(Math.abs(price) * 1e12)
  const remainder = digits % 1e6
  return Math.sign(price) * ((digits - remainder) / 1e6 + Number(remainder >= 5e5))
}

/** A price between members in millionths; not below zero, at most six decimals. */
export function microOf(perKwh: string): number {
  if (!new RegExp(`^\\d{1,9}(\\.\\d{1,${sharePriceDecimals}})?$`).test(perKwh))
    throw new SharingError('number_invalid', { perKwh })
  const exact: Exact = multiplyExact(parseExact(perKwh), { digits: BigInt(micro), scale: 0 })
  return Number(exact.digits) / 10 ** exact.scale
}
