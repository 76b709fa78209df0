import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { ManageTabs } from '../features/locations/manage-layout.tsx'
import { ApiError } from '../lib/api-error.ts'
import { useT } from '../shared/i18n/use-t.ts'
import { locationQuery } from '../shared/locations/location-query.ts'
import { paths } from '../shared/paths.ts'
import { useRouteIds } from '../shared/route-ids.ts'
import { NotFoundState } from '../shared/states/not-found-page.tsx'
import { FailedState, Skeleton } from '../shared/states/page-states.tsx'
import backStyles from '../ui/back-link.module.css'
import styles from './admin-location-layout.module.css'

/** Managing a location without leaving administration: the way back to its company, its name, its pages. */
export function AdminLocationLayout() {
  const t = useT()
  const { companyId, locationGroupId, locationId } = useRouteIds()
  const { data, error, refetch } = useQuery({
    ...locationQuery(locationId ?? 0),
    enabled: locationId !== null,
  })
  const isMissing = error instanceof ApiError && error.code === 'not_found'
  if (locationId === null || companyId === null || locationGroupId === null || isMissing)
    return <NotFoundState />
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={16} />
  // A location under a company or group that it does not belong to has no page.
  const liesThere = data.company.id === companyId && data.location_group_id === locationGroupId
  if (!liesThere) return <NotFoundState />
  return (
    <>
      <div>
        <Link className={backStyles.link} to={paths.globalCompanyGroups(companyId)}>
          <IconArrowLeft size={16} aria-hidden />
          {t('titles.location_groups')}
        </Link>
        <p className={styles.name}>{data.name}</p>
        <p className={styles.way}>{data.groups.map(({ name }) => name).join(' / ')}</p>
      </div>
      <div>
        <ManageTabs
          base={paths.globalLocation(companyId, locationGroupId, locationId)}
          locationId={locationId}
        />
        <Outlet />
      </div>
    </>
  )
}
