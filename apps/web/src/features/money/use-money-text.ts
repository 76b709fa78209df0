import type { MoneyView } from '@ohmstead/contract/money'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'

/** Amounts in the currency of the location's bill. */
export function useMoneyText({ currency }: Pick<MoneyView, 'currency'>): (amount: string | null) => string {
  const text = usePriceText()
  return (amount) => text.money(amount, currency)
}
