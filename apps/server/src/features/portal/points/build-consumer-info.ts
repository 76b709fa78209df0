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
 * what the user entered precedes them. Neither a file nor a bill says who set the powers; until its user does, they
 * count as the operator's, so that no advice gives up by mistake what the operator does not charge.
 */
export function buildConsumerInfo(
  portal: PortalInfo | null,
  entered: ManualConsumerInfo,
  source: 'portal' | 'csv',
): ConsumerInfo {
  const fromPortal: PortalInfo = { ...nothingKnown, ...portal }
  const manual: string[] = fields.filter((field) => fromPortal[field] === null && entered[field] != null)
  const filled = Object.fromEntries(manual.map((field) => [field, entered[field as (typeof fields)[number]]]))
  const info = { ...fromPortal, ...filled } as PortalInfo
  const mayEnter = source === 'csv' || !info.powerLimits?.length
  const limits = mayEnter ? enteredLimits(entered, info.connectionPower) : []
  if (limits.length > 0) manual.push('powerLimits')
  const isPortalWord = source === 'portal' && limits.length === 0
  const known = limits.length > 0 ? limits : info.powerLimits
  const isSetByOpen = !isPortalWord && known !== null && known.length > 0
  if (isSetByOpen && entered.limitSetBy) manual.push('limitSetBy')
  const limitSetBy = entered.limitSetBy ?? 'operator'
  const powerLimits = isSetByOpen ? known.map((limit) => ({ ...limit, limitSetBy })) : known
  const assumed: string[] = (['consumerType', 'tariffsCount'] as const).filter(
    (field) => info[field] === null,
  )
  if (isSetByOpen && !entered.limitSetBy) assumed.push('limitSetBy')
  const whole = {
    ...info,
    consumerType: info.consumerType ?? usualConsumerType({ ...info, powerLimits }),
    tariffsCount: info.tariffsCount ?? (2 as const),
    powerLimits,
    manual,
    assumed,
  }
  return { ...whole, hash: createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 16) }
}

/** Nearly every connection on low voltage of up to 43 kW is a household's. */
function usualConsumerType({ userGroup, connectionPower, powerLimits }: PortalInfo) {
  const powerKw = connectionPower ?? powerLimits?.at(-1)?.block5 ?? 0
  const isSmall = (userGroup ?? 0) === 0 && powerKw <= householdUpToKw
  return isSmall ? ('RESIDENTIAL' as const) : ('OTHER' as const)
}

/** Powers that were entered apply from the day on which agreed powers were introduced. */
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
      limitSetBy: 'operator',
      minimumPower: minimumPower ?? null,
      enteredOn: null,
    },
  ]
}
