import type { MeteringPoint } from '../metering-point.ts'
import type { AgreedPowerEntry } from '../powers/agreed-power.ts'
import type { UserGroup } from '../rates/user-group.ts'

/** The part of the server's answer about a consumption point that the fee depends on. */
export interface WireConsumerInfo {
  billingPower: number | null
  connectionPower: number | null
  consumerType: 'RESIDENTIAL' | 'INDUSTRIAL' | 'OTHER'
  userGroup: UserGroup | null
  currentLimit: number | null
  isThreePhase: boolean | null
  /** Null if the register is unknown. */
  powerLimits: WirePowerLimit[] | null
  tariffsCount: 1 | 2
  yearlyWorkHours: number | null
}

export interface WirePowerLimit {
  block1: number
  block2: number
  block3: number
  block4: number
  block5: number
  connectionPower: number | null
  dateFrom: string
  dateTo: string
  isValid: boolean
  limitSetBy: 'operator' | 'user'
  minimumPower: number | null
  enteredOn: string | null
}

/**
 * The point as input of the calculation. An unknown group is 0, that of the feeders at 400/230 V which nearly
 * every point belongs to; `assumesGroup` says so.
 */
export function buildMeteringPoint(info: WireConsumerInfo): { point: MeteringPoint; assumesGroup: boolean } {
  return {
    point: {
      userGroup: info.userGroup ?? 0,
      isHousehold: info.consumerType === 'RESIDENTIAL',
      connectionPowerKw: info.connectionPower,
      phases: info.isThreePhase === null ? null : info.isThreePhase ? 3 : 1,
      fuseAmpere: info.currentLimit,
      tariffsCount: info.tariffsCount,
      oldBillingPowerKw: info.billingPower,
      operatingHours: info.yearlyWorkHours,
      agreedPowers: info.powerLimits?.map(toEntry) ?? null,
    },
    assumesGroup: info.userGroup === null,
  }
}

function toEntry(limit: WirePowerLimit): AgreedPowerEntry {
  return {
    fromDay: limit.dateFrom,
    toDay: limit.dateTo,
    blocksKw: [limit.block1, limit.block2, limit.block3, limit.block4, limit.block5],
    minimumPowerKw: limit.minimumPower,
    connectionPowerKw: limit.connectionPower,
    setBy: limit.limitSetBy,
    isValid: limit.isValid,
    enteredOn: limit.enteredOn,
  }
}
