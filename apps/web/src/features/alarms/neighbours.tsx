import type { AlarmCaseView } from '@ohmstead/contract/alarms-case'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './alarm-page.module.css'

type Neighbours = NonNullable<AlarmCaseView['neighbours']>
type Stretch = AlarmCaseView['stretches'][number]

/** Whether others had the same trouble at the same time: a sentence, and a strip of time for each that one may see. */
export function Neighbours({ view, neighbours }: { view: AlarmCaseView; neighbours: Neighbours }) {
  const t = useT()
  const format = useFormat()
  const { companyId } = useRouteIds()
  const { basis, reach_km: km, extent, compared, alike, places } = neighbours
  return (
    <Panel heading={t('alarms.case.only_here')}>
      <p data-extent={extent}>
        {t(`alarms.case.extent.${extent}`, { basis, km, compared, alike })}{' '}
        {extent === 'many' && view.type === 'CONTROLLER_ERROR_CONNECTION' && t('alarms.case.extent.outage')}
      </p>
      {places.length > 0 && (
        <>
          <ul className={styles.strips}>
            <li>
              <span className={styles.who}>
                <strong>{view.location_name}</strong>
              </span>
              <Strip view={view} stretches={view.stretches} />
              <small>{t('alarms.case.this_home')}</small>
            </li>
            {places.map((place) => (
              <li key={place.location_id}>
                <span className={styles.who}>
                  <Link to={locationPaths.overview({ companyId, locationId: place.location_id })}>
                    {place.location_name}
                  </Link>
                  {place.distance_km !== null && (
                    <small>
                      {t('alarms.case.distance', {
                        km: format.number(place.distance_km, place.distance_km < 10 ? 1 : 0),
                      })}
                    </small>
                  )}
                </span>
                <Strip view={view} stretches={place.stretches} />
                <small>{t(stateKeys[place.state])}</small>
              </li>
            ))}
          </ul>
          <p className={styles.ends} aria-hidden>
            <span>{format.dateTime(view.range.from, view.time_zone)}</span>
            <span>{format.dateTime(view.range.to, view.time_zone)}</span>
          </p>
        </>
      )}
    </Panel>
  )
}

const stateKeys = {
  alike: 'alarms.case.state.alike',
  fine: 'alarms.case.state.fine',
  before: 'alarms.case.state.before',
} as const satisfies Record<string, MessageKey>

/** The times with the trouble, and a mark where this alarm's began. The words beside it say the same. */
function Strip({ view, stretches }: { view: AlarmCaseView; stretches: readonly Stretch[] }) {
  const { from, to } = view.range
  const share = (at: number) => (100 * (Math.min(to, Math.max(from, at)) - from)) / Math.max(1, to - from)
  return (
    <span className={styles.strip} aria-hidden>
      {stretches.map((stretch) => (
        <span
          key={stretch.from}
          className={styles.trouble}
          style={{
            insetInlineStart: `${share(stretch.from)}%`,
            insetInlineEnd: `${100 - share(stretch.to ?? to)}%`,
          }}
        />
      ))}
      <span className={styles.mark} style={{ insetInlineStart: `${share(view.began_at)}%` }} />
    </span>
  )
}
