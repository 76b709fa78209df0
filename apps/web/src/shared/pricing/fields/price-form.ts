import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { createContext, useContext } from 'react'
import { fieldError } from '../../forms/field-error.ts'
import { useT } from '../../i18n/use-t.ts'

/** What the fields of prices need of the form that they stand in. */
export interface PriceForm {
  currency: CurrencyCode
  countryCode: string
  isMultiTariff: boolean
  /** Shown problems by path. */
  problems: Readonly<Record<string, FormMessage>>
}

export const PriceFormContext = createContext<PriceForm | null>(null)

export function usePriceForm(): PriceForm {
  const form = useContext(PriceFormContext)
  if (!form) throw new Error('outside a form of prices')
  return form
}

/** The text below a field, by its path. */
export function useProblem(): (path: string, label: string) => string | undefined {
  const t = useT()
  const { problems } = usePriceForm()
  return (path, label) => fieldError(problems[path], label, t)
}
