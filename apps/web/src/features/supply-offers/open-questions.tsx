import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths, portalPaths } from '../../shared/paths.ts'
import { locationPricingQuery } from '../../shared/pricing/location-prices-query.ts'
import styles from './offers.module.css'

/** Leads to where the facts are entered that decide which offers suit a location. */
export function OpenQuestions({ locationId }: { locationId: number }) {
  const t = useT()
  const { data: pricing } = useQuery(locationPricingQuery(locationId))
  if (!pricing) return null
  const isJoined = pricing.point?.origin === 'joined'
  return (
    <p className={styles.questions}>
      <IconHelpCircle size={18} aria-hidden />
      <span>
        {t('supply_offers.open.lead')}{' '}
        <Link to={isJoined ? portalPaths.management : locationPaths.pricing({ locationId })}>
          {t('supply_offers.open.answer')}
        </Link>
      </span>
    </p>
  )
}
