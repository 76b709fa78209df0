import type { EnergyView, GlanceView } from '@ohmstead/contract/charts'
import { stillW } from '@ohmstead/domain/energy-flow/power-flow'
import { Link } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import { firstPart } from '../../lib/load-part.ts'
import { energyColour, energySwatch } from '../../shared/charts/chart-theme.ts'
import type { TotalKey } from '../../shared/charts/compare-totals.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useLargeScreen } from '../../shared/use-large-screen.ts'
import { dayHeight } from './day-height.ts'
import styles from './today-card.module.css'

const DayChart = firstPart(async () => (await import('./day-chart.tsx')).DayChart)

interface Props {
  address: LocationAddress
  energy: EnergyView | undefined
  error: unknown
  onRetry: () => void
  nowMs: number
  peak: GlanceView['peak']
}

function presentTotals(has: EnergyView['has']): TotalKey[] {
  const totals: TotalKey[] = has.production ? ['production', 'consumption'] : ['consumption']
  if (has.grid) totals.push('grid_import')
  if (has.grid && has.production) totals.push('grid_export')
  if (has.battery) totals.push('battery_charge', 'battery_discharge')
  if (has.ev) totals.push('ev')
  if (has.hvac) totals.push('hvac')
  return totals
}

/** Today's energies, the share of own sources, and the day as a picture. */
export const TodayCard = memo(function TodayCard({ address, energy, error, onRetry, nowMs, peak }: Props) {
  const t = useT()
  return (
    <section className={styles.card} aria-labelledby="today-heading">
      <div className={styles.head}>
        <h2 id="today-heading">{t('location_overview.today.heading')}</h2>
        <Link to={locationPaths.charts(address)} className={styles.link}>
          {t('location_overview.today.open')}
        </Link>
      </div>
      {!energy && error ? (
        <FailedState error={error} title={t('location_overview.today.failed')} onRetry={onRetry} />
      ) : !energy ? (
        <TodaySkeleton />
      ) : (
        <>
          {Boolean(error) && <FailedStrip error={error} onRetry={onRetry} />}
          {energy.has.production && <Ratios energy={energy} />}
          <Suspense fallback={<DaySkeleton />}>
            <DayChart energy={energy} nowMs={nowMs} />
          </Suspense>
          <dl className={styles.totals}>
            {presentTotals(energy.has).map((key) => (
              <div key={key}>
                <dt>
                  <span className={styles.swatch} style={energySwatch(key)} />
                  {t(`location_overview.today.${key}`)}
                </dt>
                <dd>
                  <Quantity value={energy.totals[key]} unit="Wh" />
                </dd>
              </div>
            ))}
          </dl>
          {peak && peak.power >= stillW && <Peak peak={peak} timeZone={energy.time_zone} />}
        </>
      )}
    </section>
  )
})

/** The network fee is based on quarters of an hour, so the highest power is that of one. */
function Peak({ peak, timeZone }: { peak: NonNullable<GlanceView['peak']>; timeZone: string }) {
  const t = useT()
  const format = useFormat()
  const { text } = useQuantity()
  return (
    <p className={styles.peak} data-tooltip={t('location_overview.today.peak_hint')}>
      {t('location_overview.today.peak', {
        power: text(peak.power, 'W'),
        time: format.time(peak.at, timeZone),
      })}
    </p>
  )
}

function Ratios({ energy }: { energy: EnergyView }) {
  const { self_sufficiency, self_consumption } = energy.totals
  return (
    <dl className={styles.ratios}>
      <Ratio
        label="location_overview.today.self_sufficiency"
        hint="location_overview.today.self_sufficiency_hint"
        value={self_sufficiency}
        colour="production"
      />
      <Ratio
        label="location_overview.today.self_consumption"
        hint="location_overview.today.self_consumption_hint"
        value={self_consumption}
        colour="battery_charge"
      />
    </dl>
  )
}

function Ratio({
  label,
  hint,
  value,
  colour,
}: {
  label: MessageKey
  hint: MessageKey
  value: number | null
  colour: string
}) {
  const t = useT()
  const format = useFormat()
  return (
    <div data-tooltip={t(hint)}>
      <dt>{t(label)}</dt>
      <dd>{format.percent(value)}</dd>
      <dd className={styles.bar} aria-hidden>
        <span
          style={{
            width: `${(value ?? 0) * 100}%`,
            background: energySwatch(colour).background,
            boxShadow: `inset 0 0 0 1px ${energyColour(colour)}`,
          }}
        />
      </dd>
    </div>
  )
}

/** With its legend. */
function DaySkeleton() {
  return <Skeleton height={dayHeight(useLargeScreen()) + 48} />
}

function TodaySkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <Skeleton height={46} />
      <DaySkeleton />
      <Skeleton height={110} />
    </div>
  )
}
