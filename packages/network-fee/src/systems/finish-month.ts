import { sumMoney } from '../exact-amount.ts'
import { findRate } from '../rates/rate-book.ts'
import type { FeeContext } from './fee-context.ts'
import { buildLine, buildPart, type FeeLine, type FeePart, leastSure } from './fee-line.ts'
import { energyLevyLines, type LevyLines } from './levies.ts'
import type { SystemMonth } from './system-month.ts'

/**
 * Adds the requested levies and tax, the grand total and the confidence of a month whose own parts and
 * `totalCost` stand. `day` is where rates are looked up; `support` gives the levy on power.
 */
export function finishMonth(
  month: SystemMonth,
  day: string,
  support: (() => LevyLines) | null,
  context: FeeContext,
  kwh = month.networkEnergy?.value?.amount ?? null,
): SystemMonth {
  const { options } = context
  if (isPartOfMonth(month)) return keepEnergy(month)
  if (options.levies && kwh !== null && support) month.levies = levyPart(month, day, kwh, support, context)
  const beforeTax = options.levies ? sumMoney([month.totalCost, month.levies]) : month.totalCost
  if (options.vat && beforeTax) month.vat = taxPart(month, day, beforeTax.amount, context)
  month.grandTotal = options.vat ? sumMoney([beforeTax, month.vat]) : beforeTax
  month.confidence = leastSure(linesOf(month).filter((line) => isPaid(line, month)))
  return month
}

/** The range begins or ends within the month, so nobody was billed for this part of it. */
export function isPartOfMonth({ quality }: Pick<SystemMonth, 'quality'>): boolean {
  return quality !== null && quality.covered < quality.wholeMonth
}

/** Power and excess are billed by the month: of a partial month only the energy is meaningful. */
function keepEnergy(month: SystemMonth): SystemMonth {
  const energyOnly: SystemMonth = {
    ...month,
    networkPower: null,
    excessivePowerBlocks: null,
    totalCost: null,
    missing: [...month.missing, { kind: 'partOfMonth' }],
  }
  return { ...energyOnly, confidence: leastSure(linesOf(energyOnly)) }
}

/** All lines of a month in the order of a bill; excess lines too if they are only informative. */
export function linesOf(month: SystemMonth): FeeLine[] {
  const excess = month.excessivePowerBlocks
  const blocks = excess ? [excess.block1, excess.block2, excess.block3, excess.block4, excess.block5] : []
  return [
    ...(month.energy?.lines ?? []),
    ...(month.networkEnergy?.lines ?? []),
    ...(month.networkPower?.lines ?? []),
    ...blocks.flatMap((block) => (block?.line ? [block.line] : [])),
    ...(month.levies?.lines ?? []),
    ...(month.vat?.lines ?? []),
  ]
}

/** Zero or merely informative excess does not make a month less certain. */
function isPaid(line: FeeLine, month: SystemMonth): boolean {
  if (line.part !== 'excessPower') return true
  return month.excessivePowerBlocks?.isCharged === true && line.unroundedEur !== '0'
}

function levyPart(
  month: SystemMonth,
  day: string,
  kwh: number,
  support: () => LevyLines,
  context: FeeContext,
): FeePart | null {
  const lines: FeeLine[] = []
  for (const found of [energyLevyLines(kwh, day, context), support()]) {
    if ('missing' in found) {
      month.missing.push({ kind: 'noTariff', rate: found.missing, notes: [] })
      return null
    }
    lines.push(...found.lines)
  }
  return buildPart(lines)
}

function taxPart(month: SystemMonth, day: string, baseEur: number, { book }: FeeContext): FeePart | null {
  const tax = findRate(book.vat, day)
  if (tax === null) {
    month.missing.push({ kind: 'noTariff', rate: 'vat', notes: [] })
    return null
  }
  const line = buildLine('vat', 'vat', [
    { name: 'taxBase', value: baseEur, unit: 'EUR' },
    { name: 'taxRate', value: tax.rate, unit: '', rateId: tax.id, confidence: tax.confidence },
  ])
  return buildPart([line])
}
