import { type DecimalText, isDecimalText, parseExact } from '@ohmstead/domain/money/exact'
import type { PriceTier, TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'

/** Decimals and digits before the point that a proposed price may have. */
const most = { decimals: 8, digits: 10 }

/** The broken rule of each wrong field of a block; empty if it is fine. Paths of tiers are like `tiers.1.aboveKwh`. */
export function checkBlock({
  type,
  value,
  tiers,
}: Pick<TimePlanBlock, 'type' | 'value' | 'tiers'>): Record<string, string> {
  const broken: Record<string, string> = {}
  const isPower = type === 'LIMIT_POWER'
  if (value !== null) {
    const rule = checkAmount(value) ?? (isPower && value.startsWith('-') ? 'min_value' : null)
    if (rule) broken.value = rule
  }
  // A limit of power is no price, so that there is nothing to grade by energy.
  if (isPower && tiers.length > 0) broken.tiers = 'max'
  return { ...broken, ...checkTiers(tiers) }
}

/** Tiers begin above 0 kWh of a calendar month, each later than the one before. */
export function checkTiers(tiers: readonly PriceTier[]): Record<string, string> {
  const broken: Record<string, string> = {}
  let last = 0
  tiers.forEach(({ aboveKwh, value }, place) => {
    if (!Number.isFinite(aboveKwh)) broken[`tiers.${place}.aboveKwh`] = 'double'
    else if (aboveKwh <= last) broken[`tiers.${place}.aboveKwh`] = 'min_value'
    else last = aboveKwh
    const rule = checkAmount(value)
    if (rule) broken[`tiers.${place}.value`] = rule
  })
  return broken
}

function checkAmount(value: DecimalText): 'double' | 'max_value' | null {
  if (!isDecimalText(value)) return 'double'
  const { digits, scale } = parseExact(value)
  if (scale > most.decimals) return 'double'
  const size = digits < 0n ? -digits : digits
  return size >= 10n ** BigInt(most.digits + scale) ? 'max_value' : null
}
