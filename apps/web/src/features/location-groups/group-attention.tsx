import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import styles from './group-locations.module.css'
import {
  countLocations,
  groupLocationsQuery,
  listHeadingId,
  troubles,
  unfiltered,
} from './group-locations-query.ts'

const namedAtMost = 3

/** An alarm that somebody has marked as seen is looked after, as in the tree. */
const needsAttention = ({ state, alarms }: GroupLocationView) =>
  state === 'alarm' ? alarms.unseen > 0 : troubles.includes(state)

/** Which locations of the group in the address need a look, before any sum: the worst by name, the others in the list. */
export function GroupAttention() {
  const t = useT()
  const { companyId, locationGroupId } = useRouteIds()
  const { data } = useQuery({
    ...groupLocationsQuery(locationGroupId ?? 0, unfiltered),
    enabled: locationGroupId !== null,
  })
  const waiting = (data?.locations ?? []).filter(needsAttention)
  // Those in trouble come first: of more than a page only their sum is known, seen or not.
  const troubled = data ? countLocations(data.counts, troubles) : 0
  const count = data && troubled > data.page_size ? troubled : waiting.length
  const named = waiting.slice(0, namedAtMost)
  const showList = () => {
    const heading = document.getElementById(listHeadingId)
    heading?.focus()
    heading?.scrollIntoView()
  }
  return (
    <div aria-live="polite">
      {data && count > 0 && (
        <p className={styles.attention}>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          <button type="button" onClick={showList}>
            {t('location_groups.locations.attention', { count, all: countLocations(data.counts) })}
          </button>
          {named.map(({ id, name, group }) => (
            <Link
              key={id}
              to={locationPaths.overview({ companyId, locationGroupId: group.id, locationId: id })}
            >
              {name}
            </Link>
          ))}
          {count > named.length && <span aria-hidden>…</span>}
        </p>
      )}
    </div>
  )
}
