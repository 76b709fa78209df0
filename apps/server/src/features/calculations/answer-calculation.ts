import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import type { CalculationInput } from './calculation-task.ts'

/** The answer to a question; the browser's worker calls the same function and gets the same text. */
export function answerCalculation({ series, point, problems, levies, vat, ...rest }: CalculationInput) {
  const { energyPrices, customPowersKw, adviceFrom } = rest
  return calculatePeriod(
    { readings: series, point, energyPrices, customPowersKw, adviceFrom, options: { levies, vat } },
    problems,
  )
}
