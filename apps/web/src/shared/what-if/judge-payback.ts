import type { InvestmentResult } from '@ohmstead/optimizer/assess-investment'
import type { Format } from '../i18n/format.ts'
import type { Translate } from '../i18n/use-t.ts'

interface Range {
  /** In a poor and in a good year. */
  low: InvestmentResult
  high: InvestmentResult
}

/** Whether something pays back within its life: in nine cases of ten, only in the better ones, or hardly ever. */
export type Payback = 'sure' | 'maybe' | 'never'

export function judgePayback({ low, high }: Range): Payback {
  if (low.paybackYears !== null) return 'sure'
  return high.paybackYears === null ? 'never' : 'maybe'
}

/** "9" or "9–12": from the year of payback in a good year to that in a poor one. */
export function formatYears({ low, high }: Range, format: Format): string {
  const [early, late] = [high.paybackYears, low.paybackYears].map((years) => format.number(years))
  return early === late ? early! : `${early}–${late}`
}

/** The payback time, in short for a table. */
export function describePayback(range: Range, t: Translate, format: Format): string {
  const payback = judgePayback(range)
  if (payback === 'never') return t('battery.table.not_reached')
  const years = { years: formatYears(range, format), early: format.number(range.high.paybackYears) }
  return payback === 'maybe' ? t('battery.fact.from_years', years) : t('battery.fact.years', years)
}
