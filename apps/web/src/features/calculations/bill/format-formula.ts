import { formatTag } from '../../../shared/i18n/locale.ts'
import { createFormatEuro } from '../../../shared/use-euro.ts'
import type { Factor, FeeLine } from '../calculation-data.ts'

export interface Formula {
  factors: { name: Factor['name']; text: string }[]
  /** The exact product before rounding. */
  product: string
  rounded: string
}

/** The formula of a line with unrounded numbers: `5 kW × 1,0923 EUR/kW = 5,4615 EUR → 5,46 €`. */
export function formatFormula({ factors, unroundedEur, totalCost }: FeeLine, locale: string): Formula {
  const numbers = new Intl.NumberFormat(formatTag(locale), { maximumFractionDigits: 20 })
  return {
    factors: factors.map(({ name, value, unit }) => ({
      name,
      text: unit ? `${numbers.format(value)} ${unit}` : numbers.format(value),
    })),
    // A decimal text keeps every digit that a number would lose.
    product: `${numbers.format(unroundedEur as `${number}`)} EUR`,
    rounded: createFormatEuro(locale)(totalCost.amount),
  }
}
