import { useLingui } from '@lingui/react'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { Explanation, KnownRate } from '@ohmstead/pricing/invoice/comparison-model'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { type PriceWords, usePriceWords } from '../../shared/pricing/use-price-words.ts'

type Part = Parameters<PriceWords['part']>[0]

/** What explains a difference, in a sentence. */
export function useExplanationText(currency: CurrencyCode): (explanation: Explanation) => string {
  const t = useT()
  const day = useFormatDay()
  const format = useFormat()
  const money = usePriceText()
  const nameOf = useLineName()
  const sourceOf = useRateSource()
  const { i18n } = useLingui()
  const monthName = (month: string) =>
    getDateFormat(formatTag(i18n.locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(`${month}-01T00:00:00Z`),
    )
  return (explanation) => {
    switch (explanation.kind) {
      case 'quantityOfLine':
      case 'rateOfLine':
      case 'chargedAs':
        return t(`invoice_check.because.${explanation.kind}`, {
          name: nameOf(explanation.part, explanation.name),
        })
      case 'dayMissing':
      case 'dayMore':
        return t(`invoice_check.because.${explanation.kind}`, { day: day(explanation.day) })
      case 'otherMonth':
        return t('invoice_check.because.otherMonth', { month: monthName(explanation.month) })
      case 'agreedPowerOf':
        return t('invoice_check.because.agreedPowerOf', {
          from: day(explanation.from),
          to: day(explanation.to),
        })
      case 'rate': {
        const { from, to } = explanation.rate
        const source = sourceOf(explanation.rate)
        if (from === null) return `${source}.`
        return to === null
          ? t('invoice_check.because.rate_since', { from: day(from), source })
          : t('invoice_check.because.rate_between', { from: day(from), to: day(to), source })
      }
      case 'vatRate':
        return t('invoice_check.because.vatRate', { rate: format.percent(Number(explanation.rate)) })
      case 'vatBase':
        return t('invoice_check.because.vatBase', { amount: money.money(explanation.base, currency) })
      default:
        return t(`invoice_check.because.${explanation.kind}`)
    }
  }
}

/** "Network fee for energy (block 2)": sentences put a colon after it. */
export function useLineName(): (part: Part, name: string) => string {
  const words = usePriceWords()
  return (part, name) => {
    const [of, own] = [words.part(part), words.name(name)]
    return own === of || own === '' ? of : `${of} (${own})`
  }
}

function useRateSource(): (rate: KnownRate) => string {
  const t = useT()
  return ({ origin, paper }) => {
    const kind = paper === null ? '' : `, ${t(`invoice_check.because.${paper}`)}`
    if (origin.kind === 'published') return t('location_pricing.source.published')
    if (origin.kind === 'priceList') return origin.name
    return `${origin.supplier} ${origin.name}${kind} (${origin.source})`
  }
}
