import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import styles from './fleet-page.module.css'
import { groupVisitQuery } from './fleet-page-queries.ts'

/** What has changed in the group since the person was last here; nothing on the first visit. */
export function SinceLastVisit({ locationGroupId }: { locationGroupId: number }) {
  const t = useT()
  const format = useFormat()
  const { companyId } = useRouteIds()
  const { data } = useQuery(groupVisitQuery(locationGroupId))
  if (!data || data.since === null) return null
  const { since, alarms_raised, alarms_open, alarms_ended, locations_added, controllers_added, newest } = data
  const facts = [
    alarms_raised > 0 &&
      t('location_groups.since.raised', {
        count: format.number(alarms_raised),
        open: format.number(alarms_open),
      }),
    alarms_ended > 0 && t('location_groups.since.ended', { count: format.number(alarms_ended) }),
    locations_added > 0 && t('location_groups.since.locations', { count: format.number(locations_added) }),
    controllers_added > 0 &&
      t('location_groups.since.controllers', { count: format.number(controllers_added) }),
  ].filter(Boolean)
  return (
    <section className={styles.since} aria-label={t('location_groups.since.heading')}>
      <p>
        {t('location_groups.since.last_visit', { time: format.dateTime(since) })}{' '}
        {facts.length === 0 ? t('location_groups.since.nothing') : facts.join(' · ')}
      </p>
      {newest.length > 0 && (
        <ul>
          {newest.map(({ id, type, location }) => (
            <li key={id}>
              <Link
                to={locationPaths.alarm(
                  { companyId, locationGroupId: location.location_group_id, locationId: location.id },
                  id,
                )}
              >
                {location.name}: {t(`alarms.type.${type}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
