import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { parseDecimalText } from '../../../shared/portal/price-text.ts'

export type ManualField = Exclude<keyof ManualConsumerInfo, 'agreedPowers' | 'minimumPower'>

/** Whether its user says what a field holds: the portal is silent about it, or there is no portal. */
export function isOwnWord(
  { source, consumerInfo }: PortalDevice,
  field: ManualField | 'powerLimits',
): boolean {
  if (source === 'csv' || consumerInfo === null || consumerInfo.manual.includes(field)) return true
  return field === 'powerLimits'
    ? !consumerInfo.powerLimits?.length
    : consumerInfo[field] === null || consumerInfo.assumed.includes(field)
}

export type AgreedTexts = readonly [string, string, string, string, string]

export type AgreedProblem = 'wrong' | 'falling' | 'incomplete'

/** Five powers as typed: null where none is given, or what is wrong with them. */
export function readAgreedPowers(texts: AgreedTexts): {
  powers: NonNullable<ManualConsumerInfo['agreedPowers']> | null
  problem: AgreedProblem | null
} {
  const filled = texts.filter((text) => text.trim() !== '')
  if (filled.length === 0) return { powers: null, problem: null }
  const powers = texts.map(parseDecimalText)
  if (filled.some((text) => parseDecimalText(text) === null)) return { powers: null, problem: 'wrong' }
  if (filled.length < texts.length) return { powers: null, problem: 'incomplete' }
  if (powers.some((power, at) => at > 0 && power! < powers[at - 1]!))
    return { powers: null, problem: 'falling' }
  return { powers: powers as unknown as NonNullable<ManualConsumerInfo['agreedPowers']>, problem: null }
}
