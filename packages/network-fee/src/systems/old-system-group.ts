import type { UserGroup } from '../rates/user-group.ts'

/** Consumer groups of the system until September 2024; `Below2500` and the like are yearly operating hours. */
export const oldSystemGroups = [
  'nnHousehold',
  'nnWithoutPowerMetering',
  'nnCharging',
  'nnBelow2500',
  'nnFrom2500',
  'nnBusbarBelow2500',
  'nnBusbarFrom2500',
  'snBelow2500',
  'snFrom2500',
  'snBusbarBelow2500',
  'snBusbarFrom2500',
  'vnBelow2500',
  'vnFrom2500',
  'vnFrom6000',
] as const

export type OldSystemGroup = (typeof oldSystemGroups)[number]

/** Above this connection power the old system billed measured peaks (3 × 63 A is the largest fuse of the table). */
export const largestUnmeteredKw = 43

const byUserGroup = ['nn', 'nnBusbar', 'sn', 'snBusbar'] as const

export interface OldGroupInput {
  userGroup: UserGroup
  isHousehold: boolean
  isPublicCharging: boolean
  connectionPowerKw: number | null
  /** Yearly energy divided by billing power; null if unknown. */
  operatingHours: number | null
}

/**
 * The old group of a metering point, or null if it cannot be determined because the operating hours or the connection
 * power are unknown. Household and public charging precede size; the rest up to 43 kW had no power metering.
 */
export function findOldSystemGroup(point: OldGroupInput): OldSystemGroup | null {
  if (point.userGroup === 0) {
    if (point.isPublicCharging) return 'nnCharging'
    if (point.isHousehold) return 'nnHousehold'
    if (point.connectionPowerKw === null) return null
    if (point.connectionPowerKw <= largestUnmeteredKw) return 'nnWithoutPowerMetering'
  }
  if (point.operatingHours === null) return null
  const isLong = point.operatingHours >= 2500
  if (point.userGroup === 4) {
    if (point.operatingHours >= 6000) return 'vnFrom6000'
    return isLong ? 'vnFrom2500' : 'vnBelow2500'
  }
  return `${byUserGroup[point.userGroup]}${isLong ? 'From2500' : 'Below2500'}`
}

/** Billed by the fuse or a fixed power; the other groups by measured peaks. */
export function isBilledByFuse(group: OldSystemGroup): boolean {
  return group === 'nnHousehold' || group === 'nnWithoutPowerMetering' || group === 'nnCharging'
}
