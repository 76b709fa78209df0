import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'

const blocks = ['block1', 'block2', 'block3', 'block4', 'block5'] as const
export type BlockField = (typeof blocks)[number]

/** The form of a metering point as its bill describes it. */
export interface PointValues extends Record<BlockField, string> {
  userGroup: string
  isHousehold: boolean
  connectionPower: string
  phases: string
  currentLimit: string
  tariffsCount: string
  limitSetBy: string
  /** 'true', 'false' or empty. */
  netMetering: string
  [field: string]: string | boolean
}

export function enteredValues(point: ManualConsumerInfo | null, locale: string): PointValues {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: false })
  const text = (value: number | null | undefined) => (value == null ? '' : format.format(value))
  const powers = point?.agreedPowers ?? null
  const powerTexts = Object.fromEntries(blocks.map((field, place) => [field, text(powers?.[place])]))
  return {
    ...(powerTexts as Record<BlockField, string>),
    userGroup: String(point?.userGroup ?? 0),
    isHousehold: (point?.consumerType ?? 'RESIDENTIAL') === 'RESIDENTIAL',
    connectionPower: text(point?.connectionPower),
    phases: point?.isThreePhase == null ? '3' : point.isThreePhase ? '3' : '1',
    currentLimit: text(point?.currentLimit),
    tariffsCount: String(point?.tariffsCount ?? 2),
    limitSetBy: point?.limitSetBy ?? 'operator',
    netMetering: point?.netMetering == null ? '' : String(point.netMetering),
  }
}

/** Blocks that stop the form: all five are entered or none, and none is below the one before. */
export function findWrongPowers(
  values: PointValues,
  parse: (text: string) => number | null,
): Partial<Record<BlockField, 'required' | 'min_value'>> {
  const powers = blocks.map((field) => parse(values[field]))
  if (powers.every((power) => power === null)) return {}
  const wrong: Partial<Record<BlockField, 'required' | 'min_value'>> = {}
  blocks.forEach((field, place) => {
    const [before = null, own] = [powers[place - 1], powers[place]!]
    if (own === null) wrong[field] = 'required'
    else if (before !== null && own < before) wrong[field] = 'min_value'
  })
  return wrong
}

/** What was entered; agreed powers only if all five are. */
export function toManualPoint(
  values: PointValues,
  parse: (text: string) => number | null,
): ManualConsumerInfo {
  const powers = blocks.map((field) => parse(values[field]))
  const isWhole = powers.every((power) => power !== null)
  return {
    userGroup: Number(values.userGroup) as 0 | 1 | 2 | 3 | 4,
    consumerType: values.isHousehold ? 'RESIDENTIAL' : 'OTHER',
    connectionPower: parse(values.connectionPower),
    isThreePhase: values.phases === '3',
    currentLimit: parse(values.currentLimit),
    tariffsCount: values.tariffsCount === '1' ? 1 : 2,
    agreedPowers: isWhole ? (powers as [number, number, number, number, number]) : null,
    limitSetBy: values.limitSetBy === 'user' ? 'user' : 'operator',
    netMetering: values.netMetering === '' ? null : values.netMetering === 'true',
  }
}
