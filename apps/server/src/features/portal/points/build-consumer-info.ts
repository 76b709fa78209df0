import { createHash } from 'node:crypto'
import type { ConsumerInfo, ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { PortalInfo } from '../client/build-portal-info.ts'

/** Used for a portal without any data. */
export const nothingKnown: PortalInfo = {
  billingPower: null,
  connectionPower: null,
  consumerType: null,
  consumptionType: null,
  userGroup: null,
  userGroupText: null,
  currentLimit: null,
  isThreePhase: null,
  powerLimits: null,
  productionPower: null,
  tariffsCount: null,
  voltageClassification: null,
  yearlyWorkHours: null,
  netMetering: null,
}

const householdUpToKw = 43

const fields = [
  'billingPower',
  'connectionPower',
  'consumerType',
  'userGroup',
  'currentLimit',
  'isThreePhase',
  'productionPower',
  'tariffsCount',
  'yearlyWorkHours',
  'netMetering',
] as const

/**
 * The portal's value first, then what its user entered, then the usual value. Agreed powers of a file are an exception:
 * the file does not say who set them, so what the user entered precedes them.
 */
export function buildConsumerInfo(
  portal: PortalInfo | null,
  entered: ManualConsumerInfo,
  source: 'portal' | 'csv',
): ConsumerInfo {
  const told: PortalInfo = { ...nothingKnown, ...portal }
  const manual: string[] = fields.filter((field) => told[field] === null && entered[field] != null)
  const filled = Object.fromEntries(manual.map((field) => [field, entered[field as (typeof fields)[number]]]))
  const info = { ...told, ...filled } as PortalInfo
  const mayEnter = source === 'csv' || !info.powerLimits?.length
  const limits = mayEnter ? enteredLimits(entered, info.connectionPower) : []
  if (limits.length > 0) manual.push('powerLimits')
  const powerLimits = limits.length > 0 ? limits : info.powerLimits
  const whole = {
    ...info,
    consumerType: info.consumerType ?? usualConsumerType({ ...info, powerLimits }),
    tariffsCount: info.tariffsCount ?? (2 as const),
    powerLimits,
    manual,
    assumed: (['consumerType', 'tariffsCount'] as const).filter((field) => info[field] === null),
  }
  return { ...whole, hash: createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 16) }
}

/** Nearly every connection on low voltage of up to 43 kW is a household's. */
function usualConsumerType({ userGroup, connectionPower, powerLimits }: PortalInfo) {
  const powerKw = connectionPower ?? powerLimits?.at(-1)?.block5 ?? 0
  const isSmall = (userGroup ?? 0) === 0 && powerKw <= householdUpToKw
  return isSmall ? ('RESIDENTIAL' as const) : ('OTHER' as const)
}

/** User-set powers apply from the first month that has any; whoever enters them has chosen them. */
function enteredLimits(
  { agreedPowers, minimumPower }: ManualConsumerInfo,
  connectionPower: number | null,
): NonNullable<ConsumerInfo['powerLimits']> {
  if (!agreedPowers) return []
  const [block1, block2, block3, block4, block5] = agreedPowers
  return [
    {
      ...{ block1, block2, block3, block4, block5, connectionPower },
      dateFrom: '2024-10-01',
      dateTo: '9999-12-31',
      isValid: true,
      limitSetBy: 'user',
      minimumPower: minimumPower ?? null,
      enteredOn: null,
    },
  ]
}
