import { quantileOf } from '@ohmstead/network-fee/optimum/draw-years'
import { assessInvestment, type InvestmentResult } from '@ohmstead/optimizer/assess-investment'
import { type BatteryAssumptions, buildInvestment } from './battery-assumptions.ts'
import type { SizeResult, SweepAnswer } from './sweep-battery.ts'

/** The value of a size, over the years and the two available controls. */
export interface AssessedSize extends SizeResult {
  priceEur: number
  /** Yearly saving: one year in ten saves less than `low`, one in ten more than `high`. */
  saving: { low: number; middle: number; high: number }
  low: InvestmentResult
  middle: InvestmentResult
  high: InvestmentResult
}

/** Perfect foresight is not available; it is shown but does not affect the verdict. */
const buyableControls = ['rule', 'forecast'] as const

export function assessBatteries({ sizes }: SweepAnswer, assumed: BatteryAssumptions): AssessedSize[] {
  return sizes.map((size) => {
    const samples = buyableControls
      .flatMap((control) => size.yearly[control].samplesEur)
      .sort((a, b) => a - b)
    const cycles = Math.max(...buyableControls.map((control) => size.fullCyclesPerYear[control]))
    const investment = buildInvestment(assumed, { ...size, fullCyclesPerYear: cycles })
    const saving = {
      low: quantileOf(samples, 0.1),
      middle: quantileOf(samples, 0.5),
      high: quantileOf(samples, 0.9),
    }
    return {
      ...size,
      priceEur: investment.priceEur - investment.subsidyEur,
      saving,
      low: assessInvestment(investment, saving.low),
      middle: assessInvestment(investment, saving.middle),
      high: assessInvestment(investment, saving.high),
    }
  })
}

/** Whether the network fee of any month is known; without it, most of a battery's saving is missing. */
export function isPriced({ quality }: Pick<SweepAnswer, 'quality'>): boolean {
  return quality.monthsWithoutTariff.length < quality.months
}

/**
 * The size with the highest value in the middle case; if none gains, the one that recovers most of its price; if
 * none even saves, the one that loses least.
 */
export function findBestSize(sizes: readonly AssessedSize[]): number {
  const gains = sizes.some(({ middle }) => middle.npvEur > 0)
  const saves = sizes.some(({ saving }) => saving.middle > 0)
  const worth = ({ middle, priceEur }: AssessedSize) =>
    gains || !saves || priceEur <= 0 ? middle.npvEur : middle.npvEur / priceEur
  let best = 0
  sizes.forEach((size, place) => {
    if (worth(size) > worth(sizes[best]!)) best = place
  })
  return best
}

/** The yearly saving of each kilowatt-hour beyond the previous size, EUR. */
export function marginalEur(
  sizes: readonly AssessedSize[],
  savingOf: (size: AssessedSize) => number,
): number[] {
  return sizes.map((size, place) => {
    const before = sizes[place - 1]
    const gained = savingOf(size) - (before ? savingOf(before) : 0)
    return gained / (size.capacityKwh - (before?.capacityKwh ?? 0))
  })
}
