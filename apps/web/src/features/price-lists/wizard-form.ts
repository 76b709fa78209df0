import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { createContext, useContext } from 'react'
import type { PriceListDraft } from './price-list-draft.ts'

/** What every step of the wizard reads and writes. */
export interface WizardForm {
  draft: PriceListDraft
  change: (part: Partial<PriceListDraft>) => void
  changeTerms: (part: Partial<PriceListTerms>) => void
  /** Shown problems by path; none before a step was to be left. */
  problems: Readonly<Record<string, FormMessage>>
  /** Somebody else's list: everything is read only. */
  isReadOnly: boolean
}

export const WizardContext = createContext<WizardForm | null>(null)

export function useWizard(): WizardForm {
  const form = useContext(WizardContext)
  if (!form) throw new Error('outside the wizard')
  return form
}
