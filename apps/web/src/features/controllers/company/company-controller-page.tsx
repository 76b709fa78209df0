import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { controllerPageQuery } from '../../../shared/controllers/controller-page-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useLive } from '../../../shared/live/use-live.ts'
import { locationQuery } from '../../../shared/locations/location-query.ts'
import { paths } from '../../../shared/paths.ts'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { useControllerId, useRouteIds } from '../../../shared/route-ids.ts'
import { NotFoundState } from '../../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import backStyles from '../../../ui/back-link.module.css'
import { Button } from '../../../ui/button.tsx'
import { PageHead, SettingsCard, SettingsRow } from '../../../ui/settings-card.tsx'
import { ControllerParts } from '../detail/controller-parts.tsx'
import ownStyles from './company-controller-page.module.css'
import { companyControllerQuery } from './company-controllers-query.ts'
import { ControllerOwnerModal } from './controller-owner-modal.tsx'

/** A controller as seen by people who run its company: kind, location, owner, and devices. */
export function CompanyControllerPage() {
  const t = useT()
  const companyId = useRouteIds().companyId ?? 0
  const controllerId = useControllerId() ?? 0
  const { data, error, refetch } = useQuery(companyControllerQuery(companyId, controllerId))
  const locationId = data?.location.id ?? 0
  const {
    data: page,
    error: pageError,
    refetch: refetchPage,
  } = useQuery({ ...controllerPageQuery({ locationId, controllerId }), enabled: data !== undefined })
  // Its times are told by the clock of the location, as on the page of the location.
  const {
    data: place,
    error: placeError,
    refetch: refetchPlace,
  } = useQuery({ ...locationQuery(locationId), enabled: data !== undefined })
  const live = useLive(data ? locationId : null)
  const [isChanging, setChanging] = useState(false)
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundState />
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={360} radius={16} />
  const { alias, kind, unit_id, location, owner } = data
  const href = paths.globalLocation(companyId, location.location_group_id, location.id)
  const kindName = t(`controllers.kind.${kind}`)
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Link className={backStyles.link} to={paths.globalCompanyControllers(companyId)}>
        <IconArrowLeft size={16} aria-hidden />
        {t('titles.controllers')}
      </Link>
      <PageHead title={alias || kindName} text={alias ? `${unit_id} · ${kindName}` : unit_id} />
      <SettingsCard>
        <SettingsRow title={t('locations.settings.owner')} text={owner ? owner.email : undefined}>
          <div className={ownStyles.owner}>
            <span>{owner ? formatPersonName(owner) : t('locations.settings.no_owner')}</span>
            <Button size="small" onClick={() => setChanging(true)}>
              {t('controllers.company.owner.change')}
            </Button>
          </div>
        </SettingsRow>
        <SettingsRow title={t('navigation.type.location')} isFact>
          <span>
            <Link to={href}>{location.name}</Link>
          </span>
        </SettingsRow>
      </SettingsCard>
      {page && place ? (
        <ControllerParts
          page={page}
          live={live}
          location={{ id: location.id, companyId, timeZone: place.timezone.name }}
          deviceHref={(deviceId) => `${href}/oem-devices/${controllerId}/devices/${deviceId}`}
        />
      ) : pageError && !page ? (
        <FailedState error={pageError} onRetry={() => void refetchPage()} />
      ) : placeError && !place ? (
        <FailedState error={placeError} onRetry={() => void refetchPlace()} />
      ) : (
        <Skeleton height={240} radius={16} />
      )}
      {isChanging && (
        <ControllerOwnerModal controller={data} companyId={companyId} onClose={() => setChanging(false)} />
      )}
    </>
  )
}
