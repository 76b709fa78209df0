import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import styles from './group-locations.module.css'
import { countLocations, groupLocationsQuery, listHeadingId, unfiltered } from './group-locations-query.ts'

const namedAtMost = 3

/** Which locations of the group in the address need a look, before any sum: the worst by name, the others in the list. */
export function GroupAttention() {
  const t = useT()
  const format = useFormat()
  const { companyId, locationGroupId } = useRouteIds()
  const { data } = useQuery({
    ...groupLocationsQuery(locationGroupId ?? 0, unfiltered),
    enabled: locationGroupId !== null,
  })
  const count = data?.attention_count ?? 0
  const named = (data?.locations ?? []).filter((one) => one.needs_attention).slice(0, namedAtMost)
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
            {t('location_groups.locations.attention', {
              count,
              all: format.number(countLocations(data.counts)),
            })}
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
