import {
  addExact,
  compareExact,
  type Exact,
  multiplyExact,
  negateExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { createExactSum } from '../exact-sum.ts'
import type { MissingPrice } from '../price-component.ts'
import { spotScale } from '../pricing-world.ts'
import { placeOf, type SpotPricing, spotRule, spotRuleAt } from '../spot/spot-pricing.ts'
import type { EnergyFlow } from './energy-charges.ts'
import { type Charge, kwhOf, lineKind } from './ledger-model.ts'

/** What a month has taken at the market's prices so far under one list, in the list's currency. */
export interface SpotMonth {
  milliWh: number
  /** Σ market price × kWh, hours capped. */
  market: Exact
  /** By the rule, before the cap of the month. */
  money: Exact
  /** After it. */
  billed: Exact
}

export const emptySpotMonth = (): SpotMonth => ({ milliWh: 0, market: zero, money: zero, billed: zero })

const energyScale = 6

/** Energy at market prices: the exact sum over quarter-hours, of which only means are shown. */
export function spotCharge(
  flow: EnergyFlow,
  spot: SpotPricing,
  missing: MissingPrice,
  state: SpotMonth,
): Charge {
  const line = lineKind({ ...flow.frame, name: 'spot', unit: 'kWh', unitPrice: null })
  const shift = placeOf(spot.prices, flow.grid.firstStartMs)
  const isAligned =
    spot.prices === null || (flow.grid.firstStartMs - spot.prices.firstStartMs) % quarterHourMs === 0
  if (!isAligned) throw new RangeError('market prices lie on quarter-hours')
  return ({ from, to }, sink) => {
    const energies = [0, 0, 0, 0]
    const [plain, floored] = [createExactSum(), createExactSum()]
    for (let i = from; i < to; i++) {
      const energy = flow.milliWh[i]!
      if (!(energy > 0)) continue
      const rule = spotRuleAt(spot, i + shift)
      energies[rule]! += energy
      if (rule === spotRule.plain) plain.add(spot.prices!.price[i + shift]!, energy)
      else if (rule === spotRule.floored) floored.add(spot.prices!.price[i + shift]!, energy)
    }
    if (energies[spotRule.missing]! > 0) sink.miss(missing)
    const billed = grow(
      state,
      spot,
      energies,
      plain.value(spotScale + energyScale),
      floored.value(spotScale + energyScale),
    )
    const known = energies[1]! + energies[2]! + energies[3]!
    const money = multiplyExact(billed, flow.exchangeRate)
    sink.post(line, kwhOf(known), flow.frame.part === 'feedIn' ? negateExact(money) : money)
  }
}

/** Adds a bucket to the month and returns what the month's energy grew by, which the cap of the month may lower. */
function grow(state: SpotMonth, spot: SpotPricing, energies: number[], plain: Exact, floored: Exact): Exact {
  const kwh = (rule: number) => kwhOf(energies[rule]!)
  const add = (sum: Exact, price: Exact | null, quantity: Exact) =>
    price === null ? sum : addExact(sum, multiplyExact(price, quantity))
  let money = multiplyExact(plain, spot.factor)
  money = add(money, spot.markup, kwh(spotRule.plain))
  money = add(money, spot.cappedPrice, kwh(spotRule.capped))
  money = add(money, spot.floor, kwh(spotRule.floored))
  if (spot.monthlyCap === null) return money
  state.milliWh += energies[1]! + energies[2]! + energies[3]!
  state.market = addExact(state.market, multiplyExact(addExact(plain, floored), spot.exchangeRate))
  state.market = add(state.market, spot.hourlyCap, kwh(spotRule.capped))
  state.money = addExact(state.money, money)
  const isCapped = compareExact(state.market, multiplyExact(spot.monthlyCap, kwhOf(state.milliWh))) > 0
  const billed = isCapped ? multiplyExact(spot.monthlyCappedPrice!, kwhOf(state.milliWh)) : state.money
  const grown = subtractExact(billed, state.billed)
  state.billed = billed
  return grown
}
