import { createHash } from 'node:crypto'
import type { ConsumerInfo, ManualConsumerInfo } from '@ohmstead/contract/consumer-info'
import type { PortalInfo } from '../portal/build-portal-info.ts'

const nothing: PortalInfo = {
  billingPower: null,
  connectionPower: null,
  consumerType: null,
  consumptionType: null,
  userGroup: null,
  userGroupText: null,
  currentLimit: null,
  isThreePhase: null,
  powerLimits: [],
  productionPower: null,
  tariffsCount: null,
  voltageClassification: null,
  yearlyWorkHours: null,
  netMetering: null,
}

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

/** The portal's word first, then what its user entered, then what stands for not knowing. */
export function buildConsumerInfo(portal: PortalInfo | null, entered: ManualConsumerInfo): ConsumerInfo {
  const told: PortalInfo = { ...nothing, ...portal }
  const manual: string[] = fields.filter((field) => told[field] === null && entered[field] != null)
  const filled = Object.fromEntries(manual.map((field) => [field, entered[field as (typeof fields)[number]]]))
  const info = { ...told, ...filled } as PortalInfo
  const limits = info.powerLimits.length === 0 ? enteredLimits(entered, info.connectionPower) : []
  if (limits.length > 0) manual.push('powerLimits')
  const whole = {
    ...info,
    consumerType: info.consumerType ?? ('OTHER' as const),
    tariffsCount: info.tariffsCount ?? (2 as const),
    powerLimits: limits.length > 0 ? limits : info.powerLimits,
    manual,
  }
  return { ...whole, hash: createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 16) }
}

/** Powers of one's own hold since there are any; who enters them has chosen them. */
function enteredLimits(
  { agreedPowers, minimumPower }: ManualConsumerInfo,
  connectionPower: number | null,
): ConsumerInfo['powerLimits'] {
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
