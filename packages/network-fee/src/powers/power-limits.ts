import { connectionPowerOf } from '../metering-point.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { latestEntry } from './agreed-power.ts'
import { findMinimumPower } from './minimum-power.ts'

/** The limits of a new choice, kW, and where the minimum comes from; null is unknown. */
export interface FoundLimits {
  minimumPowerKw: number | null
  connectionPowerKw: number | null
  minimumFrom: 'register' | 'rule' | null
}

/** The limits of the latest entry of the register; without them, those of the contract and of the dated rule. */
export function findPowerLimits(day: string, { point, book }: FeeContext): FoundLimits {
  const entry = latestEntry(point.agreedPowers ?? [])
  const connectionPowerKw = entry?.connectionPowerKw ?? connectionPowerOf(point)
  if (entry?.minimumPowerKw != null) {
    return { minimumPowerKw: entry.minimumPowerKw, connectionPowerKw, minimumFrom: 'register' }
  }
  const minimum = findMinimumPower({ connectionPowerKw, phases: point.phases }, day, book)
  return { minimumPowerKw: minimum?.kw ?? null, connectionPowerKw, minimumFrom: minimum && 'rule' }
}
