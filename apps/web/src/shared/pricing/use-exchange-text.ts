import type { ExchangeRate } from '@ohmstead/pricing/pricing-world'
import { formatTag } from '../i18n/locale.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useFormatDay } from '../i18n/use-format-day.ts'
import { useT } from '../i18n/use-t.ts'
import { writeDecimal } from './decimal-text.ts'

/** "1 EUR = 24,35 CZK", with every digit that was entered. */
export function rateText({ from, to, rate }: Pick<ExchangeRate, 'from' | 'to' | 'rate'>, locale: string) {
  return `1 ${from} = ${writeDecimal(rate, formatTag(locale))} ${to}`
}

/** What something was converted at, of which day, and who says so. */
export function useExchangeText(): (exchange: ExchangeRate) => string {
  const t = useT()
  const { locale } = useFormat()
  const formatDay = useFormatDay()
  return (exchange) => {
    const { day, source } = exchange
    const origin = t('location_pricing.source.exchange_rate', { day: formatDay(day), source })
    return `${origin}: ${rateText(exchange, locale)}`
  }
}
