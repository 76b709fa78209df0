import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import styles from './energy-sharing.module.css'
import { isNegative, isPositive } from './sharing-money.ts'

/** What sharing brought, marked where it is a gain or a loss; "–" if unknown. */
export function Benefit({ amount, currency }: { amount: string | null; currency: CurrencyCode }) {
  const { money } = usePriceText()
  const tone = isPositive(amount) ? styles.gain : isNegative(amount) ? styles.loss : undefined
  return (
    <span className={tone}>
      {isPositive(amount) && '+'}
      {money(amount, currency)}
    </span>
  )
}
