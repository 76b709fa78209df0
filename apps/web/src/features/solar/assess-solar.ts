import { quantileOf } from '@ohmstead/network-fee/optimum/draw-years'
import { assessInvestment, type InvestmentResult } from '@ohmstead/optimizer/assess-investment'
import type { SolarAnswer, SolarVariant } from './estimate-solar.ts'
import { buildSolarInvestment, type SolarAssumptions } from './solar-assumptions.ts'

export type VariantName = 'panels' | 'withRule' | 'withForecast'

export interface AssessedVariant extends SolarVariant {
  name: VariantName
  priceEur: number
  /** One resampled year in ten saves less than `low`, one more than `high`. */
  saving: { low: number; high: number }
  low: InvestmentResult
  high: InvestmentResult
}

/** The variants, each with its value in poor and in good years. */
export function assessSolar(answer: SolarAnswer, assumed: SolarAssumptions): AssessedVariant[] {
  return (['panels', 'withRule', 'withForecast'] as const).flatMap((name) => {
    const variant = answer[name]
    if (variant === null) return []
    const investment = buildSolarInvestment(assumed, name !== 'panels')
    const low = quantileOf(variant.yearly.samplesEur, 0.1)
    const high = quantileOf(variant.yearly.samplesEur, 0.9)
    return [
      {
        ...variant,
        name,
        priceEur: investment.priceEur - investment.subsidyEur,
        saving: { low, high },
        low: assessInvestment(investment, low),
        high: assessInvestment(investment, high),
      },
    ]
  })
}
