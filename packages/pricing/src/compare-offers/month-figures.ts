import type { KnownMonth } from '@ohmstead/network-fee/optimum/draw-years'
import type { BillMonth } from '../bill-model.ts'

/** What a month cost, as a binary number: for years that are drawn, not for bills. */
export interface MonthFigure extends KnownMonth {
  /** The whole month; what was not read is made up in proportion. */
  whole: number
}

const firstOfHighSeason = 11
const lastOfHighSeason = 2

/** A month without a reading counts for nothing, and one with a few of them is extended by its energy. */
export function toMonthFigure({ month, quality, totals, lines }: BillMonth): MonthFigure {
  const number = Number(month.slice(5, 7))
  const share = (quality.measured + quality.estimated) / Math.max(1, quality.intervals)
  const payable = Number(totals.payable)
  const base = {
    month: number,
    isHighSeason: number >= firstOfHighSeason || number <= lastOfHighSeason,
    share,
  }
  if (share === 0 || share === 1) return { ...base, whole: payable }
  const net = Number(totals.net)
  const tax = net === 0 ? 1 : 1 + Number(totals.vat) / net
  const fixed = lines
    .filter(({ quantity }) => quantity?.unit === 'kW' || quantity?.unit === 'month')
    .reduce((sum, { exact }) => sum + Number(exact) * tax, 0)
  return { ...base, whole: fixed + (payable - fixed) / share }
}
