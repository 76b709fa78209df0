import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import styles from './price-lists-page.module.css'

/** Active: a plan applies it today. A valid one that no plan applies is ready. */
export function stateOf(
  { isActive, validFrom, validTo }: Pick<PriceListView, 'isActive' | 'validFrom' | 'validTo'>,
  today: string,
): 'active' | 'upcoming' | 'expired' | 'ready' {
  if (isActive) return 'active'
  if (validFrom > today) return 'upcoming'
  return validTo !== null && validTo < today ? 'expired' : 'ready'
}

export function ListState({ priceList }: { priceList: PriceListView }) {
  const t = useT()
  const state = stateOf(priceList, useToday())
  return (
    <span className={styles.state} data-state={state}>
      {t(`price_lists.state.${state}`)}
    </span>
  )
}
