import { checkValue, type FormMessage, nameRules } from '@ohmstead/domain/forms/form-rules'
import type { FindBlocks } from '@ohmstead/domain/pricing/check-energy-price'
import { checkOffer } from '@ohmstead/domain/pricing/supply-offer'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'

/** An offer while it is written; amounts are texts until they are checked. */
export type OfferDraft = Omit<SupplyOffer, 'id' | 'version' | 'suitability'>

export function emptyOffer(today: string): OfferDraft {
  return {
    countryCode: 'SI',
    supplier: '',
    name: '',
    validFrom: `${today.slice(0, 7)}-01`,
    validTo: null,
    source: '',
    checkedOn: today,
    terms: {
      currency: 'EUR',
      buy: { kind: 'fixed', t0: null, t1: null, t2: null },
      sell: null,
      // To be entered: a fee that nobody has looked up is not none.
      monthlyFee: '',
      monthlyFeeElectronicInvoice: '',
      extraServiceFee: null,
      selfSupply: 'none',
      communityAllowed: null,
      sharingSenderAllowed: null,
      needsQuarterHours: false,
      boundMonths: null,
      remarks: [],
      note: null,
    },
  }
}

export function draftOf({ id: _, version: __, suitability: ___, ...draft }: SupplyOffer): OfferDraft {
  return draft
}

/** What is wrong, by the path of the field; the same rules as on the server. */
export function checkDraft(draft: OfferDraft, findBlocks: FindBlocks): Record<string, FormMessage> {
  const problems: Record<string, FormMessage> = {}
  const rules = {
    supplier: nameRules(100),
    name: nameRules(100),
    source: nameRules(300),
    validFrom: nameRules(10),
    checkedOn: nameRules(10),
  }
  for (const [field, fieldRules] of Object.entries(rules)) {
    const message = checkValue(draft[field as keyof typeof rules], fieldRules)
    if (message) problems[field] = message
  }
  if (draft.validTo !== null && draft.validTo < draft.validFrom)
    problems.validTo = { rule: 'range_reversed', key: 'validation.range_reversed', params: {} }
  for (const [path, message] of Object.entries(checkOffer(draft.terms, findBlocks)))
    problems[`terms.${path}`] = message
  return problems
}
