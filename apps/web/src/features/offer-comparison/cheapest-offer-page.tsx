import { useT } from '../../shared/i18n/use-t.ts'

/** Every offer on a location's own readings. */
export function CheapestOfferPage() {
  const t = useT()
  return <h1>{t('titles.cheapest_offer')}</h1>
}
