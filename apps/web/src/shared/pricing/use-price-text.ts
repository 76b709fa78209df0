import { useLingui } from '@lingui/react'
import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { useMemo } from 'react'
import { unknownText, withMinus } from '../i18n/format.ts'
import { formatTag } from '../i18n/locale.ts'

export interface PriceText {
  /** "0,1199 €/kWh": a price as it was entered, with all its decimals. */
  price(amount: string | null, currency: CurrencyCode, unit?: 'kWh' | 'kW'): string
  /** "0,11990 €/kWh": three decimals more than its money has, so that a column of prices stands in line. */
  rate(amount: string | null, currency: CurrencyCode, unit?: 'kWh' | 'kW'): string
  /** "0,1199": the same without its unit, for columns that name it. */
  bare(amount: string | null, currency: CurrencyCode): string
  /** "€/kWh": what a column or a scale is in. */
  unit(currency: CurrencyCode): string
  /** "1,99 €": money in the minor unit of its currency. */
  money(amount: string | null, currency: CurrencyCode): string
}

const mostDecimals = 8

/** Prices and money of any currency in a language. Amounts are decimal texts and stay exact. */
export function createPriceText(locale: string): PriceText {
  const tag = formatTag(locale)
  const made = new Map<string, Intl.NumberFormat>()
  const formatOf = (
    currency: CurrencyCode,
    most: number,
    least = Math.min(currencyDecimals[currency], most),
  ) => {
    const key = `${currency} ${most} ${least}`
    const found =
      made.get(key) ??
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        minimumFractionDigits: least,
        maximumFractionDigits: most,
        signDisplay: 'negative',
      })
    made.set(key, found)
    return found
  }
  const format = (amount: string | null, currency: CurrencyCode, most: number, least?: number) =>
    amount === null
      ? unknownText
      : withMinus(formatOf(currency, most, least).format(amount as Intl.StringNumericLiteral))
  return {
    price: (amount, currency, unit = 'kWh') =>
      amount === null ? unknownText : `${format(amount, currency, mostDecimals)}/${unit}`,
    rate: (amount, currency, unit = 'kWh') => {
      const digits = currencyDecimals[currency] + 3
      return amount === null ? unknownText : `${format(amount, currency, digits, digits)}/${unit}`
    },
    bare: (amount, currency) =>
      amount === null
        ? unknownText
        : withMinus(
            new Intl.NumberFormat(tag, {
              minimumFractionDigits: currencyDecimals[currency],
              maximumFractionDigits: mostDecimals,
              signDisplay: 'negative',
            }).format(amount as Intl.StringNumericLiteral),
          ),
    unit: (currency) => {
      const parts = formatOf(currency, currencyDecimals[currency]).formatToParts(0)
      return `${parts.find(({ type }) => type === 'currency')?.value ?? currency}/kWh`
    },
    money: (amount, currency) => format(amount, currency, currencyDecimals[currency]),
  }
}

export function usePriceText(): PriceText {
  const { i18n } = useLingui()
  return useMemo(() => createPriceText(i18n.locale), [i18n.locale])
}
