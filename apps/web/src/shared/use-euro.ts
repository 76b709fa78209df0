import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { unknownText } from './i18n/format.ts'
import { formatTag } from './i18n/locale.ts'

export type FormatEuro = (amount: number | null | undefined, digits?: number) => string

const made = new Map<string, Intl.NumberFormat>()

/** "84,12 €", "€84.12": money in the format of the language. */
export function createFormatEuro(locale: string): FormatEuro {
  const tag = formatTag(locale)
  return (amount, digits = 2) => {
    if (amount === null || amount === undefined) return unknownText
    const key = `${tag} ${digits}`
    const format =
      made.get(key) ??
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency: 'EUR',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
    made.set(key, format)
    // A true minus in every language; zero has none.
    return format.format(amount === 0 ? 0 : amount).replace('-', '−')
  }
}

export function useEuro(): FormatEuro {
  const { i18n } = useLingui()
  return useMemo(() => createFormatEuro(i18n.locale), [i18n.locale])
}
