import { buildFeeContext, calculateChosen } from '@ohmstead/network-fee/calculate-network-fee'
import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import { buildComingYear, weighToYear } from '@ohmstead/network-fee/optimum/coming-year'
import { fixedChoice, type PowerChoice } from '@ohmstead/network-fee/optimum/compare-agreed-powers'
import { buildPowerMonths, type PowerMonth } from '@ohmstead/network-fee/optimum/power-month'
import {
  type BlockPowers,
  findPowerProblems,
  type PowerProblem,
} from '@ohmstead/network-fee/powers/agreed-power'
import { findPowerLimits } from '@ohmstead/network-fee/powers/power-limits'
import type { EnergyPrices, FeeContext } from '@ohmstead/network-fee/systems/fee-context'
import { buildMeteringPoint, type WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import type { FeeMonth } from '../calculation-data.ts'
import type { Limits } from './power-steps.ts'

export interface WhatIf {
  limits: Limits
  /** Every month with these powers, as the server answers them. */
  calculate: (powersKw: BlockPowers) => FeeMonth[]
  findProblems: (powersKw: BlockPowers) => PowerProblem[]
  /** Their cost in the coming year, with levies and tax; null if the readings do not suffice for advice. */
  compare: (powersKw: BlockPowers) => PowerChoice | null
}

/** Calculates custom powers on loaded readings, fast enough to follow the pointer. */
export function createWhatIf(
  profile: LoadProfile,
  consumerInfo: WireConsumerInfo,
  energyPrices: EnergyPrices | null,
  options: { levies: boolean; vat: boolean },
  adviceFrom: string,
): WhatIf {
  const { point } = buildMeteringPoint(consumerInfo)
  const context = buildFeeContext({ point, energyPrices, options })
  const limits = findPowerLimits(adviceFrom, context)
  let year: PowerMonth[] | null | undefined
  return {
    limits,
    calculate: (powersKw) => calculateChosen(profile, powersKw, 'custom', context),
    compare: (powersKw) => {
      year ??= buildYear(profile, context, adviceFrom)
      return year && fixedChoice('custom', year, powersKw, true)
    },
    findProblems: (powersKw) => findPowerProblems(powersKw, limits),
  }
}

/** The months of the coming year with everything paid for power; null if readings or tariff do not suffice. */
function buildYear(profile: LoadProfile, context: FeeContext, adviceFrom: string): PowerMonth[] | null {
  const year = buildComingYear(profile, context.book, adviceFrom)
  const prices = { includesSupportLevy: true, includesVat: true, includesEstimated: false, floorKw: 0 }
  const { months } = buildPowerMonths(year.profile, context, prices)
  return year.data.isEnough && months.length > 0 ? weighToYear(months) : null
}
