import type { AgreedPowerEntry } from './powers/agreed-power.ts'
import { findFuse } from './rates/fuse-table.ts'
import type { UserGroup } from './rates/user-group.ts'

/** What the fee depends on besides the readings. Unknown is null. */
export interface MeteringPoint {
  userGroup: UserGroup
  isHousehold: boolean
  /** A public charging station: a separate group in the old system. */
  isPublicCharging?: boolean
  connectionPowerKw: number | null
  phases: 1 | 3 | null
  fuseAmpere: number | null
  /** 1: energy at the single tariff (ET), 2: at high and low tariff (VT, MT). */
  tariffsCount: 1 | 2
  /** `obracunskaMoc` of the portal, kW: the power billed by the old system if it was not measured. */
  oldBillingPowerKw: number | null
  /** Yearly operating hours; they determine the old group of measured points. */
  operatingHours: number | null
  /** Uses more than 10,000 MWh a year (class IV of the excise duty); if absent, the readings decide. */
  isLargeConsumer?: boolean
  /** The operator's register; empty if nothing was ever agreed, null if unknown. */
  agreedPowers: AgreedPowerEntry[] | null
}

/** Connection power from the contract, else from the fuse. */
export function connectionPowerOf(point: MeteringPoint): number | null {
  return point.connectionPowerKw ?? findFuse(point.phases, point.fuseAmpere)?.connectionKw ?? null
}
