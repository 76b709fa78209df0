import type { PriceListView } from '@ohmstead/contract/price-lists'
import { checkValue, type FormMessage, labelRules, nameRules } from '@ohmstead/domain/forms/form-rules'
import type { FindBlocks } from '@ohmstead/domain/pricing/check-energy-price'
import { checkPublished, checkTerms, publishedCountry } from '@ohmstead/domain/pricing/check-list-terms'
import { currencyOf } from '@ohmstead/domain/pricing/currencies'
import type { EnergyPrice, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { emptyPrice } from '../../shared/pricing/fields/empty-price.ts'

/** A price list while it is written: an amount may be any text until it is checked. */
export interface PriceListDraft {
  name: string
  utility: string
  countryCode: string
  /** Empty if none was entered. */
  validFrom: string
  validTo: string | null
  terms: PriceListTerms
}

export const wizardSteps = ['basic', 'tariffs', 'plan', 'summary'] as const
export type WizardStep = (typeof wizardSteps)[number]

export function emptyDraft(countryCode: string, today: string): PriceListDraft {
  return {
    name: '',
    utility: '',
    countryCode,
    validFrom: `${today.slice(0, 7)}-01`,
    validTo: null,
    terms: {
      currency: currencyOf(countryCode),
      isMultiTariff: false,
      highTariff: { fromMinute: 360, toMinute: 1320, onWorkdaysOnly: true },
      hasExportPrice: false,
      buy: emptyPrice('fixed', false, countryCode),
      sell: null,
      buyFeePerKwh: '0',
      sellFeePerKwh: '0',
      monthlyFees: [],
      network: countryCode === publishedCountry ? { kind: 'published' } : { kind: 'none' },
      taxes: { published: countryCode === publishedCountry, rows: [] },
    },
  }
}

/**
 * The draft in another country: what is usual in the old one becomes what is usual in the new one, and what was entered
 * stays. Published rates are those of Slovenia, so elsewhere they cannot stay.
 */
export function moveToCountry(draft: PriceListDraft, countryCode: string): PriceListDraft {
  const { terms } = draft
  const usual = (country: string) => emptyDraft(country, draft.validFrom).terms
  const [old, next] = [usual(draft.countryCode), usual(countryCode)]
  const move = <Price extends EnergyPrice | null>(price: Price): Price =>
    price?.kind === 'spot_market' && price.region === draft.countryCode
      ? { ...price, region: countryCode }
      : price
  return {
    ...draft,
    countryCode,
    terms: {
      ...terms,
      currency: terms.currency === old.currency ? next.currency : terms.currency,
      buy: move(terms.buy),
      sell: move(terms.sell),
      network: terms.network.kind === old.network.kind ? next.network : terms.network,
      taxes: {
        ...terms.taxes,
        published: terms.taxes.published === old.taxes.published ? next.taxes.published : false,
      },
    },
  }
}

export function draftOf({
  name,
  utility,
  countryCode,
  validFrom,
  validTo,
  terms,
}: PriceListView): PriceListDraft {
  return { name, utility, countryCode, validFrom, validTo, terms }
}

/** Without the price of feed-in that was hidden again: what nobody sees must not be wrong, nor be stored. */
export function withoutHidden<Draft extends Pick<PriceListDraft, 'terms'>>(draft: Draft): Draft {
  const { terms } = draft
  return terms.hasExportPrice || terms.sell === null ? draft : { ...draft, terms: { ...terms, sell: null } }
}

/** What is wrong, by the path of the field; the same rules as on the server. */
export function checkDraft(draft: PriceListDraft, findBlocks: FindBlocks): Record<string, FormMessage> {
  const problems: Record<string, FormMessage> = {}
  const report = (path: string, message: FormMessage | null) => {
    if (message) problems[path] = message
  }
  report('name', checkValue(draft.name, nameRules(200)))
  report('utility', checkValue(draft.utility, labelRules(200)))
  report('countryCode', checkValue(draft.countryCode, nameRules(2)))
  report('validFrom', checkValue(draft.validFrom, nameRules(10)))
  if (draft.validTo !== null && draft.validTo < draft.validFrom)
    problems.validTo = { rule: 'range_reversed', key: 'validation.range_reversed', params: {} }
  const { terms } = withoutHidden(draft)
  const wrong = { ...checkTerms(terms, findBlocks), ...checkPublished(draft.countryCode, terms) }
  for (const [path, message] of Object.entries(wrong)) problems[`terms.${path}`] = message
  return problems
}

const basicPaths = /^(name|utility|countryCode|validFrom|validTo|terms\.(currency|isMultiTariff|highTariff))/

/** The step on which a field stands. */
export function stepOf(path: string): WizardStep {
  return basicPaths.test(path) ? 'basic' : 'tariffs'
}
