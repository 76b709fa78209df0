import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths, pricingPaths } from '../../shared/paths.ts'
import { PlanTimeline } from '../../shared/pricing/plan-timeline.tsx'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './location-pricing.module.css'
import { PlanDialog } from './plan-dialog.tsx'

interface Props {
  locationId: number
  pricing: LocationPricingView
  address: LocationAddress
  mayEdit: boolean
}

/** Which price list holds when; a warning where none does today. */
export function PlanPanel({ locationId, pricing, address, mayEdit }: Props) {
  const t = useT()
  const [isChoosing, setChoosing] = useState(false)
  const { plan, entries, warning } = pricing
  const today = Temporal.Now.plainDateISO(pricing.time_zone).toString()
  return (
    <Panel
      heading={t('location_pricing.plan.heading')}
      {...(plan && { lead: plan.name })}
      tools={
        mayEdit && (
          <div className={styles.tools}>
            {plan && (
              <Link to={locationPaths.plan(address, plan.id)} className={buttonClass({ variant: 'quiet' })}>
                {t('location_pricing.plan.open')}
              </Link>
            )}
            <Button variant="secondary" onClick={() => setChoosing(true)}>
              {t(plan ? 'location_pricing.plan.change' : 'location_pricing.plan.choose')}
            </Button>
            {!plan && (
              <>
                <Link
                  to={locationPaths.createPriceList(address)}
                  className={buttonClass({ variant: 'secondary' })}
                >
                  {t('location_pricing.plan.create_list')}
                </Link>
                <Link
                  to={pricingPaths.offers}
                  search={{ location: locationId }}
                  className={buttonClass({ variant: 'primary' })}
                >
                  {t('location_pricing.plan.pick_offer')}
                </Link>
              </>
            )}
          </div>
        )
      }
    >
      {warning && (
        <div className={styles.warning} role="alert">
          <IconAlertTriangle size={20} aria-hidden />
          <p>
            {t(warning === 'noPlan' ? 'price_lists.missing_warning' : 'location_pricing.plan.no_active')}{' '}
            <span className={styles.soft}>{t('location_pricing.plan.unknown_until')}</span>
          </p>
        </div>
      )}
      {warning === 'noPlan' && mayEdit && <p className={styles.soft}>{t('location_pricing.plan.how')}</p>}
      {entries.length > 0 && (
        <>
          <PlanTimeline entries={entries} today={today} />
          <Entries pricing={pricing} address={address} />
        </>
      )}
      {isChoosing && (
        <PlanDialog
          locationId={locationId}
          pricing={pricing}
          address={address}
          onClose={() => setChoosing(false)}
        />
      )}
    </Panel>
  )
}

function Entries({ pricing, address }: Pick<Props, 'pricing' | 'address'>) {
  const t = useT()
  const daysText = useDaysText()
  return (
    <ol className={styles.entries}>
      {pricing.entries.map((entry) => (
        <li key={entry.validFrom} data-phase={entry.phase}>
          <Link to={locationPaths.priceList(address, entry.priceListId)}>{entry.priceListName}</Link>
          {entry.phase === 'active' && (
            <span className={styles.badge}>{t('location_pricing.plan.active')}</span>
          )}
          <span className={styles.soft}>
            {entry.utility && `${entry.utility} · `}
            {t(`supply_offers.kind.${entry.listType}`)} · {daysText(entry.validFrom, entry.validTo)}
          </span>
        </li>
      ))}
    </ol>
  )
}
