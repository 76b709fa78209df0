import { buildFeeContext, calculateChosen } from '@ohmstead/network-fee/calculate-network-fee'
import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import {
  type BlockPowers,
  findPowerProblems,
  type PowerProblem,
} from '@ohmstead/network-fee/powers/agreed-power'
import { findPowerLimits } from '@ohmstead/network-fee/powers/power-limits'
import type { EnergyPrices } from '@ohmstead/network-fee/systems/fee-context'
import { buildMeteringPoint, type WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import type { FeeMonth } from '../calculation-data.ts'
import type { Limits } from './power-steps.ts'

export interface WhatIf {
  limits: Limits
  /** Every month with these powers, as the server answers them. */
  calculate: (powersKw: BlockPowers) => FeeMonth[]
  findProblems: (powersKw: BlockPowers) => PowerProblem[]
}

/** Calculates with powers of one's own on readings that are at hand, quick enough to follow a finger. */
export function createWhatIf(
  profile: LoadProfile,
  consumerInfo: WireConsumerInfo,
  energyPrices: EnergyPrices | null,
  options: { levies: boolean; vat: boolean },
): WhatIf {
  const { point } = buildMeteringPoint(consumerInfo)
  const context = buildFeeContext({ point, energyPrices, options })
  const limits = findPowerLimits(profile.months.at(-1)?.month.firstDay ?? '', context)
  return {
    limits,
    calculate: (powersKw) => calculateChosen(profile, powersKw, 'custom', context),
    findProblems: (powersKw) => findPowerProblems(powersKw, limits),
  }
}
