import type { ComparedInvoice } from '@ohmstead/pricing/invoice/comparison-model'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'

/** Whether the invoice is right, in a sentence. */
export function useVerdict({ verdict, difference, invoiceTotal, currency }: ComparedInvoice): string {
  const t = useT()
  const { money } = usePriceText()
  if (verdict === 'agrees') return t('invoice_check.agrees', { total: money(invoiceTotal, currency) })
  if (verdict === 'tooMuch' || verdict === 'tooLittle') {
    const amount = money((difference ?? '0').replace('-', ''), currency)
    return t(verdict === 'tooMuch' ? 'invoice_check.too_much' : 'invoice_check.too_little', { amount })
  }
  return t(verdict === 'differs' ? 'invoice_check.differs' : 'invoice_check.unknown')
}
