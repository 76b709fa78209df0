import {
  addExact,
  divideExact,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
  roundExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import type { EnergyPrice, PriceList } from '@ohmstead/domain/pricing/price-list-terms'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { PricingWorld } from '../pricing-world.ts'
import type { SharedEnergies } from '../shared-energies.ts'
import {
  insert,
  listOn,
  listQuarters,
  marketPrice,
  meanKw,
  networkOn,
  priceEnergy,
  spotMoney,
  vatOn,
  whole,
} from './naive-prices.ts'

// The bill of a whole month as one would work it out by hand, deliberately by other means than the engine: quarter-hour
// by quarter-hour, each asked for its local time, everything looked up anew. Without the rates of the project, which have
// a naive bill of their own, and in one currency.

export interface NaiveTotals {
  /** Rounded as on the invoice. */
  net: string
  vat: string
  feedIn: string
  exactNet: string
  exactVat: string
  exactFeedIn: string
  isKnown: boolean
}

interface NaiveLine {
  money: Exact
  isFeedIn: boolean
  vat: string | null
}

const shareDecimals = 12

export function billMonthNaively(
  world: PricingWorld,
  energies: QuarterHourSeries,
  month: string,
  shared?: SharedEnergies,
): NaiveTotals {
  const quarters = listQuarters(month, world.timeZone)
  const lines = new Map<string, NaiveLine>()
  const used = new Map<string, Exact>()
  const spots = new Map<
    string,
    { list: PriceList; part: string; quarters: { kwh: Exact; price: Exact; vat: string | null }[] }
  >()
  const soFar: number[] = []
  let isKnown = true
  let hasReading = false
  const add = (key: string, money: Exact, vat: string | null, isFeedIn = false) => {
    const own = `${key}/${vat}/${isFeedIn}`
    const line = lines.get(own) ?? { money: zero, isFeedIn, vat }
    lines.set(own, { ...line, money: addExact(line.money, money) })
  }
  quarters.forEach((quarter, place) => {
    const at = (quarter.startMs - energies.firstStartMs) / 900_000
    const importMilliWh = energies.importMilliWh[at] ?? Number.NaN
    const exportMilliWh = energies.exportMilliWh?.[at] ?? Number.NaN
    const suppliedMilliWh = importMilliWh - (shared?.receivedMilliWh[at] ?? 0)
    const soldMilliWh = exportMilliWh - (shared?.givenMilliWh[at] ?? 0)
    if (!Number.isNaN(importMilliWh)) hasReading = true
    const before = [...soFar]
    if (!Number.isNaN(importMilliWh)) insert(soFar, importMilliWh)
    const list = listOn(world, quarter.day)
    if (list === null) {
      isKnown = false
      return
    }
    const { terms, id } = list
    const grid = terms.network.kind === 'tariff' ? 'tariff' : id
    const vat = vatOn(terms, quarter.day)
    const grown = (amount: Exact) => subtractExact(share(amount, place + 1), share(amount, place))
    const share = (amount: Exact, count: number) =>
      count === quarters.length
        ? amount
        : divideExact(
            multiplyExact(amount, whole(count)),
            whole(quarters.length),
            Math.max(shareDecimals, amount.scale),
          )
    const energy = (price: EnergyPrice, milliWh: number, part: string) => {
      if (!(milliWh > 0)) return
      const kwh = { digits: BigInt(milliWh), scale: 6 }
      const isFeedIn = part === 'feedIn'
      if (price.kind === 'spot_market') {
        const market = marketPrice(world, price, quarter.startMs)
        if (market === null) isKnown = false
        else {
          const key = `${id}/${part}`
          const spot = spots.get(key) ?? { list, part, quarters: [] }
          spot.quarters.push({ kwh, price: market, vat: isFeedIn ? null : vat })
          spots.set(key, spot)
        }
        return
      }
      for (const { name, rate, kwh: some } of priceEnergy(world, list, price, part, quarter, kwh, used)) {
        if (rate === null) isKnown = false
        else {
          const money = multiplyExact(some, parseExact(rate))
          const text = formatExact(parseExact(rate))
          add(
            `${part === 'networkEnergy' ? grid : id}/${part}/${name}/${text}`,
            isFeedIn ? subtractExact(zero, money) : money,
            isFeedIn ? null : vat,
            isFeedIn,
          )
        }
      }
    }
    energy(terms.buy, suppliedMilliWh, 'energy')
    const kwh = { digits: BigInt(importMilliWh > 0 ? importMilliWh : 0), scale: 6 }
    const bought = { digits: BigInt(suppliedMilliWh > 0 ? suppliedMilliWh : 0), scale: 6 }
    add(`${id}/buyFee`, multiplyExact(bought, parseExact(terms.buyFeePerKwh)), vat)
    for (const { name, amount } of terms.monthlyFees)
      add(`${id}/fee/${name}/${amount}`, grown(parseExact(amount)), vat)
    const network = networkOn(world, terms, quarter.day)
    if (network === undefined) isKnown = false
    if (network?.energy) energy(network.energy, importMilliWh, 'networkEnergy')
    if (network?.monthlyFee)
      add(`${grid}/networkFee/${network.monthlyFee}`, grown(parseExact(network.monthlyFee)), vat)
    const power = network?.power
    const kw = (perKw: string, key: string) => {
      if (power?.basis === 'monthly_peak') {
        const growth = subtractExact(meanKw(soFar, power.peaks), meanKw(before, power.peaks))
        add(key, multiplyExact(growth, parseExact(perKw)), vat)
      } else {
        const ofPoint = world.point?.agreedPowers?.[0]?.blocksKw[4] ?? world.point?.connectionPowerKw
        const agreed = power?.agreedKw ?? (ofPoint == null ? null : String(ofPoint))
        if (agreed === null) isKnown = false
        else add(key, grown(multiplyExact(parseExact(agreed), parseExact(perKw))), vat)
      }
    }
    if (power) kw(power.perKwMonth, `${grid}/power/${power.perKwMonth}`)
    for (const { kind, name, rate, validFrom, validTo } of terms.taxes.rows) {
      if (quarter.day < validFrom || (validTo !== null && quarter.day > validTo)) continue
      if (kind === 'per_kwh') add(`${id}/tax/${name}/${rate}`, multiplyExact(kwh, parseExact(rate)), vat)
      if (kind === 'per_month') add(`${id}/tax/${name}/${rate}`, grown(parseExact(rate)), vat)
      if (kind === 'per_kw_month') kw(rate, `${id}/tax/${name}/${rate}`)
    }
    if (terms.hasExportPrice && terms.sell && energies.exportMilliWh) {
      energy(terms.sell, soldMilliWh, 'feedIn')
      const fed = { digits: BigInt(soldMilliWh > 0 ? soldMilliWh : 0), scale: 6 }
      add(`${id}/sellFee`, multiplyExact(fed, parseExact(terms.sellFeePerKwh)), null, true)
    }
  })
  for (const { list, part, quarters: own } of spots.values()) {
    const price = part === 'feedIn' ? list.terms.sell : list.terms.buy
    if (price?.kind !== 'spot_market') continue
    // Where the tax changes, either rate bears what the month had grown by until then.
    let before = zero
    own.forEach(({ vat }, place) => {
      if (place + 1 < own.length && own[place + 1]!.vat === vat) return
      const grown = spotMoney(price, own.slice(0, place + 1))
      const money = subtractExact(grown, before)
      before = grown
      add(
        `${list.id}/${part}/spot`,
        part === 'feedIn' ? subtractExact(zero, money) : money,
        vat,
        part === 'feedIn',
      )
    })
  }
  const decimals = currencyDecimals[Object.values(world.priceLists)[0]!.terms.currency]
  return { ...sumUp([...lines.values()], decimals), isKnown: isKnown && hasReading }
}

function sumUp(lines: NaiveLine[], decimals: number): Omit<NaiveTotals, 'isKnown'> {
  const sum = (amounts: Exact[]) => amounts.reduce(addExact, zero)
  const bought = lines.filter(({ isFeedIn }) => !isFeedIn)
  const sold = lines.filter(({ isFeedIn }) => isFeedIn)
  const taxes = [...new Set(bought.flatMap(({ vat }) => vat ?? []))].map((vat) => {
    const own = bought.filter((line) => line.vat === vat).map(({ money }) => money)
    const rate = multiplyExact(parseExact(vat), parseExact('0.01'))
    return {
      exact: multiplyExact(sum(own), rate),
      rounded: roundExact(
        multiplyExact(sum(own.map((money) => roundExact(money, decimals))), rate),
        decimals,
      ),
    }
  })
  const rounded = (some: NaiveLine[]) => sum(some.map(({ money }) => roundExact(money, decimals)))
  return {
    net: formatExact(rounded(bought), decimals),
    vat: formatExact(sum(taxes.map((tax) => tax.rounded)), decimals),
    feedIn: formatExact(subtractExact(zero, rounded(sold)), decimals),
    exactNet: formatExact(sum(bought.map(({ money }) => money))),
    exactVat: formatExact(sum(taxes.map(({ exact }) => exact))),
    exactFeedIn: formatExact(subtractExact(zero, sum(sold.map(({ money }) => money)))),
  }
}
