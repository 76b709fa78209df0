import { decide } from '@ohmstead/domain/access/permission'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ApiError } from '../../../lib/api-error.ts'
import { controllerPageQuery } from '../../../shared/controllers/controller-page-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useLive } from '../../../shared/live/use-live.ts'
import { useLocationView } from '../../../shared/locations/location-query.ts'
import { controllersPathOf } from '../../../shared/paths.ts'
import { useControllerId, useRouteIds } from '../../../shared/route-ids.ts'
import { actorOf, useUser } from '../../../shared/session/current-user.ts'
import { NotFoundState } from '../../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import backStyles from '../../../ui/back-link.module.css'
import pageStyles from '../controllers-page.module.css'
import styles from './controller-parts.module.css'
import { ControllerParts } from './controller-parts.tsx'
import { RenameController } from './rename-controller.tsx'

/** A controller of a location, on a page of its own. */
export function ControllerPage() {
  const t = useT()
  const user = useUser()
  const locationId = useRouteIds().locationId ?? 0
  const controllerId = useControllerId() ?? 0
  const base = useLocation({ select: ({ pathname }) => controllersPathOf(pathname) })
  const { data: location } = useLocationView(locationId)
  const { data: page, error, refetch } = useQuery(controllerPageQuery({ locationId, controllerId }))
  const live = useLive(locationId)
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundState />
  if (!page && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!page || !location) return <Skeleton height={360} radius={16} />
  const name = page.alias || t(`controllers.kind.${page.kind}`)
  const resource = { kind: 'location' as const, locationId, companyId: location.company.id }
  const mayEdit = decide(actorOf(user), 'location.edit', resource) === 'allowed'
  const isOnline = live.controllers[page.id] ?? page.online
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Link className={backStyles.link} to={base}>
        <IconArrowLeft size={16} aria-hidden />
        {t('titles.controllers')}
      </Link>
      <div className={styles.head}>
        <h1>{name}</h1>
        <span className={pageStyles.serial}>{page.unit_id}</span>
        <span className={pageStyles.state} data-online={isOnline}>
          {t(isOnline ? 'controllers.page.online' : 'controllers.page.offline')}
        </span>
        {mayEdit && <RenameController ids={{ locationId, controllerId }} name={name} />}
        {page.protocol !== 'ems' && (
          <Link className={backStyles.link} to={`${base}/${page.id}/mapping`}>
            {t('titles.mapping')}
          </Link>
        )}
      </div>
      <ControllerParts
        page={page}
        live={live}
        location={{ id: locationId, companyId: location.company.id, timeZone: location.timezone.name }}
        deviceHref={(deviceId) => `${base}/${page.id}/devices/${deviceId}`}
      />
    </>
  )
}
