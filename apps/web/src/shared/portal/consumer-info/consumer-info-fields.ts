import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { FormRule } from '@ohmstead/domain/forms/form-rules'
import type { PortalDevice } from '../portal-query.ts'
import { formatPriceText, parseDecimalText } from '../price-text.ts'

export type ManualField = Exclude<keyof ManualConsumerInfo, 'agreedPowers' | 'minimumPower'>

/** Whether the user enters a field: the portal has no value, or there is no portal. */
export function isOwnWord(device: PortalDevice, field: ManualField | 'powerLimits'): boolean {
  if (field === 'limitSetBy') return isOwnWord(device, 'powerLimits')
  const { source, consumerInfo } = device
  if (source === 'csv' || consumerInfo === null || consumerInfo.manual.includes(field)) return true
  return field === 'powerLimits'
    ? !consumerInfo.powerLimits?.length
    : consumerInfo[field] === null || consumerInfo.assumed.includes(field)
}

export type AgreedTexts = readonly [string, string, string, string, string]

export type AgreedProblem = 'wrong' | 'falling' | 'incomplete'

/** Five powers as typed: null if none is given, or what is wrong with them. */
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

export const numberFields = [
  'connectionPower',
  'currentLimit',
  'billingPower',
  'productionPower',
  'yearlyWorkHours',
] as const

export const choiceFields = [
  'consumerType',
  'userGroup',
  'isThreePhase',
  'tariffsCount',
  'netMetering',
  'limitSetBy',
] as const
export type ChoiceField = (typeof choiceFields)[number]

export type ConsumerInfoTexts = Record<(typeof numberFields)[number] | ChoiceField, string>

/** One decimal mark, comma or point, as `parseDecimalText` reads it. */
const decimal: FormRule = { rule: 'regex', pattern: /^(?=.*\d)[\d\s]*[.,]?[\d\s]*$/ }
export const consumerInfoRules = Object.fromEntries(numberFields.map((field) => [field, [decimal]]))

/** Known values as shown in a form; assumed ones are unknown. */
export function consumerInfoTexts(info: PortalDevice['consumerInfo'], tag: string): ConsumerInfoTexts {
  const choice = (field: ChoiceField) => {
    const value = info?.assumed.includes(field) ? null : fieldValueOf(info, field)
    return [field, value === null || value === undefined ? '' : String(value)]
  }
  return Object.fromEntries([
    ...choiceFields.map(choice),
    ...numberFields.map((field) => [field, formatPriceText(info?.[field] ?? null, tag)]),
  ])
}

/** Who set the agreed powers is the same for all of a file, and for those that were entered. */
export function fieldValueOf(info: PortalDevice['consumerInfo'], field: ChoiceField) {
  return field === 'limitSetBy' ? info?.powerLimits?.at(-1)?.limitSetBy : info?.[field]
}

/** The changes, as the server takes them; an emptied field clears the entered value. */
export function readConsumerInfo(now: ConsumerInfoTexts, before: ConsumerInfoTexts): ManualConsumerInfo {
  const read = (field: keyof ConsumerInfoTexts): unknown => {
    const text = now[field]
    if (text.trim() === '') return null
    if (field === 'consumerType' || field === 'limitSetBy') return text
    if (field === 'isThreePhase' || field === 'netMetering') return text === 'true'
    return parseDecimalText(text)
  }
  const changed = [...choiceFields, ...numberFields].filter((field) => now[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, read(field)])) as ManualConsumerInfo
}
