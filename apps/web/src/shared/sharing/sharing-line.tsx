import { IconUsersGroup } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { paths } from '../paths.ts'
import { sharingGroupQuery, sharingGroupsQuery } from './sharing-groups-query.ts'
import styles from './sharing-line.module.css'

/** A place is in one group at a time, and few people in several. */
const mostGroups = 10

/** Leads from the money of a location to the group in which it shares energy; nothing if it does not. */
export function SharingLine({ locationId }: { locationId: number }) {
  const t = useT()
  const { data: groups = [] } = useQuery(sharingGroupsQuery)
  const own = groups.filter(({ ownMemberCount }) => ownMemberCount > 0).slice(0, mostGroups)
  const details = useQueries({ queries: own.map(({ id }) => sharingGroupQuery(id)) })
  const group = details
    .map(({ data }) => data)
    .find((one) =>
      one?.members.some(
        ({ subject, state }) =>
          state === 'active' && subject?.kind === 'location' && subject.locationId === locationId,
      ),
    )
  if (!group) return null
  return (
    <p className={styles.line}>
      <IconUsersGroup size={18} stroke={1.6} aria-hidden />
      <Link to={paths.sharingGroup(group.id)}>{t('energy_sharing.line.text', { name: group.name })}</Link>
    </p>
  )
}
