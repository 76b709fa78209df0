import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './location-pricing.module.css'
import { PointDialog } from './point-dialog.tsx'

interface Props {
  locationId: number
  pricing: LocationPricingView
  mayEdit: boolean
}

/** The metering point that the bill follows: joined with the portal, or as its people describe it. */
export function PointPanel({ locationId, pricing, mayEdit }: Props) {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const { point } = pricing
  return (
    <Panel
      heading={t('location_pricing.point.heading')}
      lead={t(
        point === null
          ? 'location_pricing.point.none'
          : point.origin === 'joined'
            ? 'location_pricing.point.joined'
            : 'location_pricing.point.entered',
      )}
      tools={
        mayEdit && (
          <Button variant={point ? 'secondary' : 'primary'} onClick={() => setEditing(true)}>
            {t(point ? 'location_pricing.plan.change' : 'location_pricing.point.join')}
          </Button>
        )
      }
    >
      {point && <Facts point={point} />}
      {isEditing && (
        <PointDialog locationId={locationId} pricing={pricing} onClose={() => setEditing(false)} />
      )}
    </Panel>
  )
}

function Facts({ point }: { point: NonNullable<LocationPricingView['point']> }) {
  const t = useT()
  const format = useFormat()
  const daysText = useDaysText()
  const { agreedPowersKw: powers, readingsFrom, readingsTo } = point
  const kw = (power: number) => `${format.number(power, Number.isInteger(power) ? 0 : 1)} kW`
  const facts: [label: string, value: string][] = []
  if (point.pointName) facts.push([t('location_pricing.point.name'), point.pointName])
  facts.push([
    t('network_tariffs.published.group'),
    `${point.userGroup} – ${t(`network_tariffs.group.${point.userGroup as 0 | 1 | 2 | 3 | 4}`)}`,
  ])
  if (point.connectionPowerKw !== null)
    facts.push([t('location_pricing.point.connection'), kw(point.connectionPowerKw)])
  facts.push([
    t('location_pricing.point.agreed'),
    powers === null
      ? t('price_lists.missing.noAgreedPower')
      : powers.every((power) => power === 0)
        ? t('location_pricing.point.none_agreed')
        : powers.map(kw).join(' · '),
  ])
  if (powers !== null && point.powersSetBy !== null)
    facts.push([t('location_pricing.point.set_by'), t(`location_pricing.point.set_by_${point.powersSetBy}`)])
  if (readingsFrom && readingsTo)
    facts.push([t('location_pricing.point.readings'), daysText(readingsFrom, readingsTo)])
  return (
    <dl className={styles.pointFacts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
