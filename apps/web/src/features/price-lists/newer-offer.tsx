import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { buttonClass } from '../../ui/button.tsx'
import styles from './price-lists-page.module.css'

/** The library has other terms of the offer by now: a contract does not change by itself, so the list does not either. */
export function NewerOffer({ scope, offerId }: { scope: PricesScope; offerId: number }) {
  const t = useT()
  return (
    <section className={styles.note}>
      <p>{t('price_lists.offer.newer')}</p>
      {scope.mayCreate && (
        <Link
          to={scope.paths.createPriceList}
          search={{ offer: offerId }}
          className={buttonClass({ size: 'small' })}
        >
          {t('price_lists.offer.use_newer')}
        </Link>
      )}
    </section>
  )
}
