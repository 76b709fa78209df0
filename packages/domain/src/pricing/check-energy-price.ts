import type { EnergyPrice, FixedPrice, SpotMarketPrice, TimeOfUsePrice } from './price-list-terms.ts'
import { checkDecimal, checkOrder, checkWhole, type Report } from './terms-problems.ts'
import type { PriceTier, TimePlanBlock } from './time-plan.ts'
import { findUnpricedBlocks } from './unpriced-blocks.ts'

/** The blocks of a time-of-use plan; null if there is no such plan. */
export type FindBlocks = (timePlanId: number) => readonly TimePlanBlock[] | null

export interface PriceRules {
  /** The largest price per kWh of the currency, in either direction. */
  largest: number
  isMultiTariff: boolean
  /** Feed-in may have one price although consumption has two. */
  allowsSingle?: boolean
  blockType: 'PRICING_ENERGY' | 'PRICING_NETWORK'
  findBlocks: FindBlocks | null
}

const largestFactor = 10
const mostTiers = 10
const largestTierKwh = 1_000_000

export function checkEnergyPrice(report: Report, path: string, price: EnergyPrice, rules: PriceRules): void {
  if (price.kind === 'fixed') checkFixed(report, path, price, rules)
  else if (price.kind === 'spot_market') checkSpotMarket(report, path, price, rules)
  else checkTimeOfUse(report, path, price, rules)
}

/** T0 with one tariff; T1 and T2 with two. What does not belong must be empty, or it would be unclear what holds. */
export function checkFixed(
  report: Report,
  path: string,
  { t0, t1, t2 }: FixedPrice,
  { largest, isMultiTariff, allowsSingle }: PriceRules,
): void {
  const isSingle = !isMultiTariff || (allowsSingle === true && t0 !== null)
  for (const [name, value] of Object.entries({ t0, t1, t2 })) {
    if (isSingle === (name === 't0')) checkDecimal(report, `${path}.${name}`, value, within(largest))
    else if (value !== null) report(`${path}.${name}`, 'max', { length: 0 })
  }
}

function checkSpotMarket(
  report: Report,
  path: string,
  price: SpotMarketPrice,
  { largest }: PriceRules,
): void {
  if (price.region.trim() === '') report(`${path}.region`, 'required')
  checkDecimal(report, `${path}.factor`, price.factor, { min: 0, max: largestFactor })
  checkDecimal(report, `${path}.markup`, price.markup, within(largest))
  for (const name of ['floor', 'hourlyCap', 'monthlyCap', 'substitute'] as const)
    checkDecimal(report, `${path}.${name}`, price[name], { ...within(largest), isRequired: false })
  checkOrder(report, `${path}.hourlyCap`, price.floor, price.hourlyCap)
  checkOrder(report, `${path}.monthlyCap`, price.floor, price.monthlyCap)
}

/** Every block of the plan needs a price, either of the list or the block's own; none may be of another plan. */
export function checkTimeOfUse(
  report: Report,
  path: string,
  { timePlanId, prices, substitute }: TimeOfUsePrice,
  { largest, blockType, findBlocks }: PriceRules,
): void {
  checkDecimal(report, `${path}.substitute`, substitute, { ...within(largest), isRequired: false })
  const seen = new Set<number>()
  prices.forEach(({ blockId, price, tiers }, place) => {
    const own = `${path}.prices.${place}`
    if (seen.has(blockId)) report(`${own}.blockId`, 'is_not')
    seen.add(blockId)
    checkDecimal(report, `${own}.price`, price, within(largest))
    checkTiers(report, `${own}.tiers`, tiers, largest)
  })
  const isChosen = Number.isInteger(timePlanId) && timePlanId > 0
  if (isChosen && !findBlocks) return
  const all = isChosen && findBlocks ? findBlocks(timePlanId) : null
  const blocks = all?.filter(({ type }) => type === blockType) ?? []
  if (blocks.length === 0) {
    report(`${path}.timePlanId`, 'required')
    return
  }
  prices.forEach(({ blockId }, place) => {
    if (!blocks.some(({ id }) => id === blockId)) report(`${path}.prices.${place}.blockId`, 'required')
  })
  for (const { id } of findUnpricedBlocks({ prices }, blocks, blockType))
    report(`${path}.block${id}`, 'required')
}

/** Ascending numbers of kilowatt-hours, each with the price beyond it. */
export function checkTiers(report: Report, path: string, tiers: readonly PriceTier[], largest: number): void {
  if (tiers.length > mostTiers) report(path, 'max_value', { max: mostTiers })
  tiers.forEach(({ aboveKwh, value }, place) => {
    const before = place > 0 ? tiers[place - 1]!.aboveKwh : 0
    checkWhole(report, `${path}.${place}.aboveKwh`, aboveKwh, { min: before + 1, max: largestTierKwh })
    checkDecimal(report, `${path}.${place}.value`, value, within(largest))
  })
}

const within = (largest: number) => ({ min: -largest, max: largest })
