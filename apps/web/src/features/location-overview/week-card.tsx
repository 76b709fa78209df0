import type { GlanceView } from '@ohmstead/contract/charts'
import type { UserSettings } from '@ohmstead/contract/users'
import { scaleUnit } from '@ohmstead/domain/units/scale-unit'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { daySearch } from './history-link.ts'
import styles from './week-card.module.css'

interface Props {
  address: LocationAddress
  glance: GlanceView | undefined
  hasProduction: boolean
}

/** Yesterday, and the seven days before today as bars; each leads to its chart. */
export const WeekCard = memo(function WeekCard({ address, glance, hasProduction }: Props) {
  const t = useT()
  if (glance?.days.every(({ consumption, production }) => consumption === null && production === null))
    return null
  const yesterday = glance?.days.at(-1)
  return (
    <section className={styles.card} aria-labelledby="week-heading">
      <h2 id="week-heading">{t('location_overview.week.heading')}</h2>
      {!glance ? (
        <Skeleton height={176} />
      ) : (
        <>
          {yesterday && (
            <dl className={styles.yesterday}>
              <Yesterday label={t('location_overview.week.yesterday_used')} value={yesterday.consumption} />
              {hasProduction && (
                <Yesterday
                  label={t('location_overview.week.yesterday_produced')}
                  value={yesterday.production}
                />
              )}
            </dl>
          )}
          <Strip address={address} glance={glance} hasProduction={hasProduction} />
        </>
      )}
    </section>
  )
})

function Yesterday({ label, value }: { label: string; value: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Quantity value={value} unit="Wh" />
      </dd>
    </div>
  )
}

function Strip({ address, glance, hasProduction }: Props & { glance: GlanceView }) {
  const t = useT()
  const format = useFormat()
  const { text } = useQuantity()
  const scaling = useUser().settings.units
  const { days, time_zone: timeZone } = glance
  const most = Math.max(
    1,
    ...days.flatMap(({ consumption, production }) => [consumption ?? 0, production ?? 0]),
  )
  // One unit for all seven, so that the numbers compare as the bars do.
  const { divisor, unit } = chooseScale(most, scaling)
  const short = (value: number | null) =>
    format.number(value && value / divisor, divisor === 1 || most / divisor >= 100 ? 0 : 1)
  const bar = (value: number | null, key: 'consumption' | 'production') => (
    <span style={{ height: `${(Math.max(0, value ?? 0) / most) * 100}%`, ...energySwatch(key) }} />
  )
  return (
    <ol className={styles.strip} data-unit={unit}>
      {days.map(({ start, consumption, production, is_incomplete }) => {
        const said = [
          format.weekday(start, timeZone, 'long'),
          t('location_overview.usual.used', { energy: text(consumption, 'Wh') }),
          ...(hasProduction
            ? [t('location_overview.week.produced', { energy: text(production, 'Wh') })]
            : []),
          ...(is_incomplete ? [t('location_overview.week.incomplete')] : []),
        ].join(', ')
        return (
          <li key={start}>
            <Link
              to={locationPaths.charts(address)}
              search={daySearch(start, timeZone) as never}
              className={styles.day}
              data-incomplete={is_incomplete || undefined}
              data-tooltip={said}
            >
              <span className="visually-hidden">{said}</span>
              <span className={styles.bars} aria-hidden>
                {bar(consumption, 'consumption')}
                {hasProduction && bar(production, 'production')}
              </span>
              <span aria-hidden>
                {short(consumption)}
                {is_incomplete && '*'}
              </span>
              <span className={styles.name} aria-hidden>
                {format.weekday(start, timeZone, 'short')}
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}

function chooseScale(most: number, scaling: UserSettings['units']): { divisor: number; unit: string } {
  if (scaling === 'base') return { divisor: 1, unit: 'Wh' }
  return scaling === 'kilo' ? { divisor: 1000, unit: 'kWh' } : scaleUnit(most, 'Wh')
}
