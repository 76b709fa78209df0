import { findPriceNameKey, priceSourceText } from '@ohmstead/domain/pricing/price-words'
import { formatMonthKey } from '@ohmstead/network-fee/calendar/month-key'
import type { BillLine } from '@ohmstead/pricing/bill-model'
import type { StatementCaveat } from '@ohmstead/sharing/sharing-model'
import type { Words } from '../calculations/documents/document-words.ts'

const milliPerKilo = 1e6

/** Milliwatt-hours as kilowatt-hours: exact up to six decimals. */
export const kwhOf = (milliWh: number): number => milliWh / milliPerKilo

export const amountOf = (text: string | null | undefined): number | null =>
  text == null ? null : Number(text)

export const rateText = (perKwh: string, words: Words): string =>
  `${words.number(Number(perKwh), 2, 6)} €/kWh`

/** 'March 2026' of '2026-03'. */
export const monthName = (month: string, words: Words): string =>
  words.monthOf(formatMonthKey(Number(month.slice(0, 4)), Number(month.slice(5))))

export function lineName({ name }: BillLine, { t }: Words): string {
  const key = findPriceNameKey(name)
  return key ? t(key) : name
}

export const sourceOf = ({ source }: BillLine, { t }: Words): string | null =>
  source && priceSourceText(source, t)

/** What a reader has to know of a statement, each in a sentence. */
export function caveatText(caveat: StatementCaveat, words: Words): string {
  const { t } = words
  const energy = (milliWh: number) => `${words.number(kwhOf(milliWh), 0, 3)} kWh`
  switch (caveat.kind) {
    case 'yearlyNetting':
      return t('energy_sharing.caveat.yearlyNetting', { energy: energy(caveat.givenMilliWh) })
    case 'secondHandRate':
      return t('energy_sharing.caveat.secondHandRate', { source: caveat.rateId })
    case 'unsettledIntervals':
      return t('energy_sharing.quality.unsettled', { count: caveat.count })
    case 'estimatedReadings':
      return t('energy_sharing.document.estimated', { count: words.number(caveat.count) })
    case 'partOfMonth':
      return t('energy_sharing.caveat.partOfMonth', {
        days: `${words.day(caveat.from)} – ${words.day(caveat.to)}`,
      })
    case 'priceUnknown':
      return t('energy_sharing.caveat.priceUnknown', { energy: energy(caveat.milliWh) })
  }
}
