import type { ComparedRow } from '@ohmstead/pricing/invoice/comparison-model'
import type { InvoiceLine } from '@ohmstead/pricing/invoice/invoice-model'
import { usePartText } from './invoice-line-fields.tsx'
import { useLineName } from './use-difference-text.ts'

/** What a row is about: as the bill calls it, else in the words of the invoice. */
export function useRowName(lines: readonly InvoiceLine[]): (row: ComparedRow) => string {
  const nameOf = useLineName()
  const partText = usePartText()
  return ({ invoice, bill }) => {
    const [own] = bill
    if (own) return nameOf(own.part, own.name)
    const line = lines[invoice[0] ?? -1]
    return line?.label || partText(line?.part ?? null)
  }
}
