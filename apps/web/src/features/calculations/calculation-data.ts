import type { CalculationsView } from '@ohmstead/contract/calculations'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { Answer } from '../../lib/call.ts'

export type Calculation = CalculationsView
export type CalculationAnswer = Answer<'POST /pricing/abstract-devices/:deviceId/calculations'>
export type FeeMonth = Calculation['newSystem'][string]
export type FeeLine = NonNullable<FeeMonth['energy']>['lines'][number]
export type Factor = FeeLine['factors'][number]
export type Confidence = NonNullable<FeeMonth['confidence']>
export type Rate = Calculation['rates'][string]
export type RateNote = Rate['notes'][number]
export type RateSource = Calculation['sources'][string]
export type MissingReason = FeeMonth['missing'][number]

export const blocks = [1, 2, 3, 4, 5] as const
export type Block = (typeof blocks)[number]

/** In the order of comparison: past, present, optimum, and custom. */
export const systems = ['oldSystem', 'newSystem', 'optimizedSystem', 'customSystem'] as const
export type System = (typeof systems)[number]

/** The months of a system in order; null without such a calculation. */
export function monthsOf(calculation: Calculation, system: System): FeeMonth[] | null {
  const months = calculation[system]
  return months && Object.values(months).sort((a, b) => a.firstDay.localeCompare(b.firstDay))
}

export type CustomLimits = Record<`block${Block}`, number>

export function toCustomLimits(powersKw: BlockPowers): CustomLimits {
  const [block1, block2, block3, block4, block5] = powersKw
  return { block1, block2, block3, block4, block5 }
}
