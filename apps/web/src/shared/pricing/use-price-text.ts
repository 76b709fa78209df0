import { useLingui } from '@lingui/react'
import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { useMemo } from 'react'
import { unknownText, withMinus } from '../i18n/format.ts'
import { formatTag } from '../i18n/locale.ts'

export interface PriceText {
  /** "0,11990 €/kWh": a price as it was entered: it stands in line with others, and no decimal of it is lost. */
  price(amount: string | null, currency: CurrencyCode, unit?: 'kWh' | 'kW'): string
  /** "0,11990 €/kWh": a price that was worked out, rounded to three decimals more than its money has. */
  rate(amount: string | null, currency: CurrencyCode, unit?: 'kWh' | 'kW'): string
  /** "0,11990": the same without its unit, for columns that name it. */
  bare(amount: string | null, currency: CurrencyCode): string
  /** "€": what an axis of money is in. */
  symbol(currency: CurrencyCode): string
  /** "€/kWh": what a column or a scale is in. */
  unit(currency: CurrencyCode): string
  /** "1,99 €": money in the minor unit of its currency. */
  money(amount: string | null, currency: CurrencyCode): string
}

const mostDecimals = 8

/** What a price per unit has at least: suppliers print three decimals more than money has. */
const priceDecimals = (currency: CurrencyCode) => currencyDecimals[currency] + 3

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
  const symbol = (currency: CurrencyCode) => {
    const parts = formatOf(currency, currencyDecimals[currency]).formatToParts(0)
    return parts.find(({ type }) => type === 'currency')?.value ?? currency
  }
  return {
    price: (amount, currency, unit = 'kWh') =>
      amount === null
        ? unknownText
        : `${format(amount, currency, mostDecimals, priceDecimals(currency))}/${unit}`,
    rate: (amount, currency, unit = 'kWh') => {
      const digits = priceDecimals(currency)
      return amount === null ? unknownText : `${format(amount, currency, digits, digits)}/${unit}`
    },
    bare: (amount, currency) =>
      amount === null
        ? unknownText
        : withMinus(
            new Intl.NumberFormat(tag, {
              minimumFractionDigits: priceDecimals(currency),
              maximumFractionDigits: mostDecimals,
              signDisplay: 'negative',
            }).format(amount as Intl.StringNumericLiteral),
          ),
    symbol,
    unit: (currency) => `${symbol(currency)}/kWh`,
    money: (amount, currency) => format(amount, currency, currencyDecimals[currency]),
  }
}

export function usePriceText(): PriceText {
  const { i18n } = useLingui()
  return useMemo(() => createPriceText(i18n.locale), [i18n.locale])
}
