import type { RateKind } from '@ohmstead/domain/rates/rate-kinds'
import { connectionPowerOf, type MeteringPoint } from '../metering-point.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { findRate, type RateBook, type RateEntry } from '../rates/rate-book.ts'
import type { EnergyLevy, SupportLevyClass } from '../rates/rate-file.ts'
import type { FeeContext } from './fee-context.ts'
import { buildLine, type FeeLine } from './fee-line.ts'
import { largestUnmeteredKw, type OldSystemGroup } from './old-system-group.ts'

/** The lines of a levy, or the kind of rate that is missing for it. */
export type LevyLines = { lines: FeeLine[] } | { missing: RateKind }

const energyLevyNames: EnergyLevy['levy'][] = ['marketOperator', 'energyEfficiency', 'excise']

/** Levies on every kilowatt-hour of import: market operator, energy efficiency, excise duty. */
export function energyLevyLines(kwh: number, day: string, { point, book }: FeeContext): LevyLines {
  const lines: FeeLine[] = []
  for (const name of energyLevyNames) {
    const rate = findRate(book.energyLevies, day, ({ levy }) => levy === name)
    if (rate === null) return { missing: 'energyLevies' }
    const value = (point.isLargeConsumer ? rate.eurPerKwh.classIv : undefined) ?? rate.eurPerKwh.all
    lines.push(
      buildLine('levies', name, [
        { name: 'energy', value: kwh, unit: 'kWh' },
        { name: 'levyRate', value, unit: 'EUR/kWh', rateId: rate.id, confidence: rate.confidence },
      ]),
    )
  }
  return { lines }
}

/** The levy for renewable sources on the agreed power of block 1 in the high season, of block 2 in the low one. */
export function newSystemSupportLevy(
  month: { isHighSeason: boolean },
  blocksKw: BlockPowers,
  day: string,
  { point, book }: FeeContext,
): LevyLines {
  const found = findNewSupportLevy(point, day, book)
  if (found === null) return { missing: 'supportLevyNew' }
  const powerKw = blocksKw[supportLevyBlock(month.isHighSeason) - 1]!
  return { lines: [supportLine(powerKw, found.eurPerKw, found.rate, found.confidence)] }
}

export function supportLevyBlock(isHighSeason: boolean): 1 | 2 {
  return isHighSeason ? 1 : 2
}

export function findNewSupportLevy(point: MeteringPoint, day: string, book: RateBook) {
  const rate = findRate(book.supportLevyNew, day)
  const levyClass = supportLevyClassOf(point)
  const eurPerKw = rate === null || levyClass === null ? null : rate.eurPerKw[levyClass]
  if (rate === null || eurPerKw === null) return null
  return {
    rate,
    eurPerKw,
    confidence: levyClass === 'household' ? rate.householdConfidence : rate.confidence,
  }
}

function supportLevyClassOf(point: MeteringPoint): SupportLevyClass | null {
  if (point.isHousehold) return 'household'
  if (point.userGroup > 0) return `group${point.userGroup as 1 | 2 | 3 | 4}`
  const connectionKw = connectionPowerOf(point)
  if (connectionKw === null) return null
  return connectionKw <= largestUnmeteredKw ? 'group0Small' : 'group0Measured'
}

/** The same levy until September 2024, on the billing power of the old system. */
export function oldSystemSupportLevy(
  group: OldSystemGroup,
  billingKw: number,
  day: string,
  { book }: FeeContext,
): LevyLines {
  const rate = findRate(book.supportLevyOld, day)
  if (rate === null) return { missing: 'supportLevyOld' }
  return { lines: [supportLine(billingKw, rate.eurPerKw[group], rate, rate.confidence)] }
}

function supportLine(
  powerKw: number,
  value: number,
  rate: RateEntry<'supportLevyNew'> | RateEntry<'supportLevyOld'>,
  confidence: RateEntry<'supportLevyNew'>['confidence'],
): FeeLine {
  return buildLine('levies', 'support', [
    { name: 'billingPower', value: powerKw, unit: 'kW' },
    { name: 'levyRate', value, unit: 'EUR/kW', rateId: rate.id, confidence },
  ])
}
