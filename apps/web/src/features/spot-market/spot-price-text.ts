import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { unknownText, withMinus } from '../../shared/i18n/format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'

/** Traders speak of megawatt-hours, households of kilowatt-hours. */
export type SpotUnit = 'MWh' | 'kWh'

export interface SpotText {
  /** "84,20 €/MWh", "0,08420 €/kWh": as exact in both units. */
  price(value: number | null): string
  /** Without the unit, for tables. */
  amount(value: number | null): string
  /** "€/MWh" */
  unit: string
  /** Decimals of a price. */
  digits: number
}

export function createSpotText(locale: string, currency: string, unit: SpotUnit): SpotText {
  const tag = formatTag(locale)
  const digits = unit === 'MWh' ? 2 : 5
  const places = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  } as const
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency, ...places })
  const plain = new Intl.NumberFormat(tag, places)
  const symbol = money.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  const known = (value: number | null): value is number => value !== null && !Number.isNaN(value)
  return {
    price: (value) => (known(value) ? `${withMinus(money.format(value))}/${unit}` : unknownText),
    amount: (value) => (known(value) ? withMinus(plain.format(value)) : unknownText),
    unit: `${symbol}/${unit}`,
    digits,
  }
}

export function useSpotText(currency: string, unit: SpotUnit): SpotText {
  const { i18n } = useLingui()
  return useMemo(() => createSpotText(i18n.locale, currency, unit), [i18n.locale, currency, unit])
}
