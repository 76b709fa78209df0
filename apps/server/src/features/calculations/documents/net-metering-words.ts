import type { SettledYear } from '@ohmstead/network-fee/systems/net-metering-settlement'
import type { Words } from './document-words.ts'

/** The year, and the part of it that was read if incomplete. */
export function describeYear(settled: SettledYear, words: Words): string {
  const part = describePart(settled, words)
  return part === null ? String(settled.year) : `${settled.year} (${part})`
}

export function describePart({ months, isComplete }: SettledYear, { t }: Words): string | null {
  if (months < 12) return t('portfolio.table.in_months', { count: months })
  return isComplete ? null : t('calculations.net_metering_incomplete')
}

/** Why a year has no network fee. */
export function describeYearWithoutFee({ exportKwh }: SettledYear, { t }: Words): string {
  return exportKwh === null ? t('calculations.net_metering_no_export') : t('calculations.missing.no_tariff')
}
