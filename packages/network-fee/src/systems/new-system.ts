import { chargedBlocks, lowLoadBlock, type TimeBlock } from '../calendar/time-block.ts'
import { sumMoney } from '../exact-amount.ts'
import type { MonthLoad } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { calculateExcessPower, type ExcessPower } from '../powers/excess-power.ts'
import type { RateEntry } from '../rates/rate-book.ts'
import { calculateEnergyPart, tariffEnergies } from './energy-part.ts'
import type { FeeContext } from './fee-context.ts'
import { buildLine, buildPart, type Factor, type FeeLine, type FeePart } from './fee-line.ts'
import { finishMonth } from './finish-month.ts'
import { newSystemSupportLevy } from './levies.ts'
import { findNewSystemTariff, type NewSystemTariff } from './new-system-rates.ts'
import {
  type BlockKey,
  type ExcessBlock,
  type ExcessivePowerBlocks,
  emptyMonth,
  type PowerOrigin,
  type SystemMonth,
} from './system-month.ts'

/** The powers a month is billed by, and whether excess is charged. */
export interface MonthPowers {
  blocksKw: BlockPowers
  origin: PowerOrigin
  isExcessCharged: boolean
}

/** One month in five blocks: energy, agreed power and excess power, each block on its own line. */
export function calculateNewSystemMonth(
  load: MonthLoad,
  powers: MonthPowers | null,
  context: FeeContext,
): SystemMonth {
  const result = emptyMonth(load.month, load.quality)
  const tariff = findNewSystemTariff(load.month, context)
  const hasReadings = load.quality.present > 0
  if (tariff.isAssumed) result.assumption = 'firstNewTable'
  if (tariff.rates === null || tariff.rates.powerEurPerKw === null) {
    result.missing.push({ kind: 'noTariff', rate: 'newSystem', notes: tariff.rates?.notes ?? [] })
  }
  if (!hasReadings) result.missing.push({ kind: 'noReadings' })
  if (hasReadings && context.prices) {
    result.energy = calculateEnergyPart(tariffEnergies(load), context.prices, context.point.tariffsCount)
  }
  if (hasReadings && tariff.rates) result.networkEnergy = energyPart(load, tariff.rates, context)
  if (powers === null) {
    if (hasReadings) result.missing.push({ kind: 'agreedPowerUnknown' })
  } else {
    result.powersKw = powers.blocksKw
    result.powerOrigin = powers.origin
    if (tariff.rates) result.networkPower = powerPart(load, powers, tariff.rates)
    result.excessivePowerBlocks = excessBlocks(load, powers, tariff)
    if (tariff.factor === null) result.missing.push({ kind: 'noTariff', rate: 'excessFactor', notes: [] })
  }
  const support = powers && (() => newSystemSupportLevy(load.month, powers.blocksKw, tariff.day, context))
  const excess = result.excessivePowerBlocks
  const charged = excess?.isCharged ? excess.total.totalCost : undefined
  result.totalCost = sumMoney([
    ...(context.prices ? [result.energy] : []),
    result.networkEnergy,
    result.networkPower,
    ...(charged === undefined ? [] : [charged]),
  ])
  return finishMonth(result, tariff.day, support, context)
}

const blockKey = (block: TimeBlock): BlockKey => `block${block}`

/** The rate of a block as a factor, with its source. */
function rateOf(
  rates: RateEntry<'newSystem'>,
  name: 'powerRate' | 'energyRate',
  block: TimeBlock,
): Factor | null {
  const values = name === 'powerRate' ? rates.powerEurPerKw : rates.energyEurPerKwh
  const unit = name === 'powerRate' ? 'EUR/kW' : 'EUR/kWh'
  if (values === null) return null
  return { name, value: values[block - 1]!, unit, rateId: rates.id, confidence: rates.confidence }
}

function energyPart(load: MonthLoad, rates: RateEntry<'newSystem'>, context: FeeContext): FeePart | null {
  if (rates.energyEurPerKwh === null) return null
  const lines: FeeLine[] = chargedBlocks(load.month.isHighSeason).map((block) => {
    const energy = load.blocks[block - 1]!.importMilliWh / 1e6
    return buildLine('networkEnergy', blockKey(block), [
      { name: 'energy', value: energy, unit: 'kWh' },
      rateOf(rates, 'energyRate', block)!,
    ])
  })
  const register = context.registerImportMilliWh[load.month.key]
  if (register !== undefined) {
    const counted = load.blocks.reduce((sum, { importMilliWh }) => sum + importMilliWh, 0)
    // Energy that the register counts beyond the quarter-hours belongs to one block (act art. 13(2)).
    if (register !== counted) {
      lines.push(
        buildLine('networkEnergy', 'registerDifference', [
          { name: 'registerDifference', value: (register - counted) / 1e6, unit: 'kWh' },
          rateOf(rates, 'energyRate', lowLoadBlock(load.month.isHighSeason))!,
        ]),
      )
    }
  }
  return buildPart(lines)
}

function powerPart(
  load: MonthLoad,
  { blocksKw, origin }: MonthPowers,
  rates: RateEntry<'newSystem'>,
): FeePart | null {
  if (rates.powerEurPerKw === null) return null
  const name = origin === 'monthMaximum' ? 'billedPower' : 'agreedPower'
  return buildPart(
    chargedBlocks(load.month.isHighSeason).map((block) =>
      buildLine('networkPower', blockKey(block), [
        { name, value: blocksKw[block - 1]!, unit: 'kW' },
        rateOf(rates, 'powerRate', block)!,
      ]),
    ),
  )
}

function excessBlocks(load: MonthLoad, powers: MonthPowers, tariff: NewSystemTariff): ExcessivePowerBlocks {
  const found: ExcessivePowerBlocks = {
    block1: null,
    block2: null,
    block3: null,
    block4: null,
    block5: null,
    total: { occurrences: 0, totalCost: null },
    isCharged: powers.isExcessCharged,
  }
  const blocks: ExcessBlock[] = []
  for (const block of chargedBlocks(load.month.isHighSeason)) {
    const excess = calculateExcessPower(load.blocks[block - 1]!, powers.blocksKw[block - 1]!)
    if (excess === null) continue
    const row = excessBlock(excess, block, tariff)
    found[blockKey(block)] = row
    found.total.occurrences += row.occurrences
    blocks.push(row)
  }
  if (blocks.length > 0) found.total.totalCost = sumMoney(blocks.map(({ totalCost }) => totalCost))
  return found
}

function excessBlock(excess: ExcessPower, block: TimeBlock, { rates, factor }: NewSystemTariff): ExcessBlock {
  const rate = rates && rateOf(rates, 'powerRate', block)
  const line =
    rate && factor
      ? buildLine('excessPower', blockKey(block), [
          {
            name: 'excessFactor',
            value: factor.value,
            unit: '',
            rateId: factor.id,
            confidence: factor.confidence,
          },
          { name: 'excessPower', value: excess.kw, unit: 'kW' },
          rate,
        ])
      : null
  return {
    occurrences: excess.occurrences,
    value: { amount: excess.kw, unit: 'kW' },
    totalCost: line?.totalCost ?? null,
    measured: {
      occurrences: excess.measuredOccurrences,
      value: { amount: excess.measuredKw, unit: 'kW' },
    },
    line,
  }
}
