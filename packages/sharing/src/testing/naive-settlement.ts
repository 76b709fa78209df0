import {
  addExact,
  compareExact,
  divideExact,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
  roundExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type { EnergyPrice, PriceList } from '@ohmstead/domain/pricing/price-list-terms'
import { isReceiving, isSending } from '@ohmstead/domain/sharing/sharing-terms'
import { bill } from '@ohmstead/pricing/bill'
import {
  listQuarters,
  marketPrice,
  priceEnergy,
  type Quarter,
  whole,
} from '@ohmstead/pricing/testing/naive-prices'
import type { SharingMember, SharingQuestion } from '../sharing-model.ts'
import { allocateNaively } from './naive-allocation.ts'

// The statements of a month as one would work them out by hand: quarter-hour by quarter-hour in exact numbers, with prices
// looked up anew in the price list. The bills are those of energies from which the shared part was taken by hand.

export interface NaiveStatement {
  energies: { givenMilliWh: number; receivedMilliWh: number; allottedMilliWh: number }
  alone: string | null
  shared: string | null
  paid: string
  earned: string
  fees: string
}

export function settleNaively(question: SharingQuestion, month: string): Map<string, NaiveStatement> {
  const quarters = listQuarters(month, 'Europe/Ljubljana')
  const members = [...question.members].sort((a, b) => (a.id < b.id ? -1 : 1))
  const owed = new Map(members.map(({ id }) => [id, { paid: zero, earned: zero }]))
  const rows = new Map(
    members.map(({ id, energies: { importMilliWh } }) => [
      id,
      {
        received: new Float64Array(importMilliWh.length),
        given: new Float64Array(importMilliWh.length),
        allotted: 0,
      },
    ]),
  )
  for (const quarter of quarters) {
    const worthOf = (id: string) => savedBy(members.find((one) => one.id === id)!, quarter)
    const shares = allocateNaively(question, quarter.startMs, worthOf)
    if (shares === null) continue
    for (const { id, energies } of members) {
      const own = shares.get(id)
      if (!own) continue
      const i = (quarter.startMs - energies.firstStartMs) / 900_000
      rows.get(id)!.received[i] = Number(own.received)
      rows.get(id)!.given[i] = Number(own.given)
      rows.get(id)!.allotted += Number(own.allotted)
    }
    const givers = members.filter(({ id }) => (shares.get(id)?.given ?? 0n) > 0n)
    const weights = givers.map(({ id }) => shares.get(id)!.given)
    const all = weights.reduce((sum, one) => sum + one, 0n)
    const feedIn = givers
      .map((giver, place) =>
        multiplyExact({ digits: weights[place]!, scale: 6 }, rounded(feedInPrice(giver, quarter))),
      )
      .reduce(addExact, zero)
    let money = 0n
    for (const member of members) {
      const received = shares.get(member.id)?.received ?? 0n
      if (received === 0n) continue
      const price = priceOf(question, quarter, member, feedIn, { digits: all, scale: 6 })
      const paid = multiplyExact({ digits: received, scale: 6 }, price)
      owed.get(member.id)!.paid = addExact(owed.get(member.id)!.paid, paid)
      money += paid.digits
    }
    splitMoney(money, weights).forEach((part, place) => {
      const own = owed.get(givers[place]!.id)!
      own.earned = addExact(own.earned, { digits: part, scale: 12 })
    })
  }
  const taking = members.filter(
    ({ validFrom, validTo }) =>
      validFrom <= quarters.at(-1)!.day && (validTo === null || validTo >= quarters[0]!.day),
  )
  const paid = toCents(taking.map(({ id }) => owed.get(id)!.paid))
  const earned = toCents(taking.map(({ id }) => owed.get(id)!.earned))
  return new Map(
    taking.map((member, place) => {
      const { received, given, allotted } = rows.get(member.id)!
      return [
        member.id,
        {
          energies: { givenMilliWh: sum(given), receivedMilliWh: sum(received), allottedMilliWh: allotted },
          ...billsOf(question, member, month, received, given),
          ...{ paid: paid[place]!, earned: earned[place]!, fees: feesOf(question, member) },
        },
      ]
    }),
  )
}

const sum = (row: Float64Array) => row.reduce((all, one) => all + one, 0)
const rounded = (price: Exact) => roundExact(price, 6)

const listOf = ({ world }: SharingMember): PriceList => Object.values(world.priceLists)[0]!

function supplierPrice(member: SharingMember, price: EnergyPrice, quarter: Quarter): Exact {
  if (price.kind === 'spot_market') {
    const market = marketPrice(member.world, price, quarter.startMs)!
    return addExact(multiplyExact(market, parseExact(price.factor)), parseExact(price.markup))
  }
  const [step] = priceEnergy(member.world, listOf(member), price, 'energy', quarter, whole(1), new Map())
  return parseExact(step!.rate!)
}

function feedInPrice(member: SharingMember, quarter: Quarter): Exact {
  const { hasExportPrice, sell } = listOf(member).terms
  return hasExportPrice && sell ? supplierPrice(member, sell, quarter) : zero
}

function savedBy(member: SharingMember, quarter: Quarter): number {
  const { buy, buyFeePerKwh } = listOf(member).terms
  const net = addExact(supplierPrice(member, buy, quarter), parseExact(buyFeePerKwh))
  return Number(formatExact(net)) * 1.22
}

function priceOf(
  { group, market }: SharingQuestion,
  quarter: Quarter,
  receiver: SharingMember,
  feedIn: Exact,
  given: Exact,
): Exact {
  const { priceTerms } = group
  if (priceTerms.kind === 'free') return { digits: 0n, scale: 6 }
  if (priceTerms.kind === 'middle') {
    const buy = rounded(supplierPrice(receiver, listOf(receiver).terms.buy, quarter))
    const both = addExact(multiplyExact(buy, given), feedIn)
    return divideExact(both, multiplyExact(given, whole(2)), 6)
  }
  const fixed = rounded(parseExact(priceTerms.perKwh))
  if (priceTerms.kind === 'fixed') return fixed
  const place = (quarter.startMs - market!.firstStartMs) / 900_000
  const cap = rounded({ digits: BigInt(market!.price[place]!), scale: 8 })
  const lower = compareExact(cap, fixed) < 0 ? cap : fixed
  return compareExact(lower, zero) < 0 ? { digits: 0n, scale: 6 } : lower
}

function splitMoney(total: bigint, weights: bigint[]): bigint[] {
  const all = weights.reduce((sum, one) => sum + one, 0n)
  const size = total < 0n ? -total : total
  const parts = weights.map((weight) => (size * weight) / all)
  const order = weights
    .map((weight, place) => ({ place, rest: (size * weight) % all }))
    .sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
  const left = Number(size - parts.reduce((sum, one) => sum + one, 0n))
  for (const { place } of order.slice(0, left)) parts[place]! += 1n
  return parts.map((part) => (total < 0n ? -part : part))
}

/** Down to cents, then one more to the largest rests until the sum is right. */
function toCents(amounts: Exact[]): string[] {
  const digits = amounts.map((amount) => roundExact(amount, 12).digits)
  const down = digits.map((own) => (own - (((own % 10n ** 10n) + 10n ** 10n) % 10n ** 10n)) / 10n ** 10n)
  const total = roundExact({ digits: digits.reduce((all, one) => all + one, 0n), scale: 12 }, 2).digits
  const order = digits
    .map((own, place) => ({ place, rest: own - down[place]! * 10n ** 10n }))
    .sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
  const left = Number(total - down.reduce((all, one) => all + one, 0n))
  for (const { place } of order.slice(0, left)) down[place]! += 1n
  return down.map((cents) => formatExact({ digits: cents, scale: 2 }, 2))
}

/** Of self-supply the reduced rate needs the engine's own bill; of sharing the supplier's part is that of less energy. */
function billsOf(
  { group }: SharingQuestion,
  { world, energies }: SharingMember,
  month: string,
  receivedMilliWh: Float64Array,
  givenMilliWh: Float64Array,
) {
  const to = `${month}-${Temporal.PlainYearMonth.from(month).daysInMonth}`
  const period = { from: `${month}-01`, to }
  const network =
    group.scheme === 'sharing'
      ? ({ kind: 'full' } as const)
      : ({ kind: 'reduced', case: group.communityCase } as const)
  const { firstStartMs } = energies
  return {
    alone: bill(world, energies, period).totals.payable,
    shared: bill(world, energies, {
      ...period,
      shared: { firstStartMs, receivedMilliWh, givenMilliWh, network },
    }).totals.payable,
  }
}

function feesOf({ group }: SharingQuestion, member: SharingMember): string {
  const { senderFeePerMonth, receiverFeePerMonth } = group.organiser
  const cents =
    (isSending(member) ? Math.round(Number(senderFeePerMonth) * 100) : 0) +
    (isReceiving(member) ? Math.round(Number(receiverFeePerMonth) * 100) : 0)
  return ((cents + Math.round(cents * 0.22)) / 100).toFixed(2)
}
