import type { EnergyView, GlanceView } from '@ohmstead/contract/charts'
import type { LocationView } from '@ohmstead/contract/locations'
import { memo } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import { useUser } from '../../shared/session/current-user.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { chooseHeadline } from './headline.ts'
import styles from './location-overview.module.css'
import { UsualNote } from './usual-note.tsx'

interface Props {
  location: LocationView
  energy: EnergyView | undefined
  glance: GlanceView | undefined
  hasFailed: boolean
}

/** The sentence and the number at the top of the page. */
export const OverviewHeadline = memo(function OverviewHeadline({
  location,
  energy,
  glance,
  hasFailed,
}: Props) {
  const t = useT()
  const format = useFormat()
  const user = useUser()
  if (!energy) {
    return (
      <header className={styles.headline}>
        {hasFailed ? <h1>{location.name}</h1> : <Skeleton width={320} height={58} radius={10} />}
      </header>
    )
  }
  const isOwn = location.owner_id === user.id
  const headline = chooseHeadline(energy, isOwn)
  return (
    <header className={styles.headline}>
      <h1>
        <span className={styles.sentence}>{t(headline.text, { name: location.name })}</span>
        {headline.kind === 'ratio' && <span className={styles.figure}>{format.percent(headline.ratio)}</span>}
        {headline.kind === 'energy' && (
          <span className={styles.figure}>
            <Quantity value={headline.energyWh} unit="Wh" size="xl" />
          </span>
        )}
        {headline.note && <span className={styles.note}>{t(headline.note)}</span>}
      </h1>
      {glance?.usual && headline.kind !== 'nothing' && (
        <UsualNote
          usual={glance.usual}
          timeZone={glance.time_zone}
          usedWh={headline.text === 'location_overview.headline.use' ? null : energy.totals.consumption}
        />
      )}
    </header>
  )
})
