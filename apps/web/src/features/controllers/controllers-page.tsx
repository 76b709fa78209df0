import type { IssuedController } from '@ohmstead/contract/controller-setup'
import { decide } from '@ohmstead/domain/access/permission'
import { IconCpu, IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { controllersQuery } from '../../shared/controllers/controllers-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLive } from '../../shared/live/use-live.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { SanityPanel } from '../../shared/sanity/sanity-panel.tsx'
import { sanityQuery } from '../../shared/sanity/sanity-query.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ConnectStep } from './connect-step.tsx'
import { ControllerCard } from './controller-card.tsx'
import styles from './controllers-page.module.css'
import { nameMeters } from './name-meters.ts'

/** The controllers of a location: connected or not, refusals, and a way to add one. */
export function ControllersPage() {
  const t = useT()
  const user = useUser()
  const locationId = useRouteIds().locationId ?? 0
  const { data: location } = useLocationView(locationId)
  const { data: controllers, error, refetch } = useQuery(controllersQuery(locationId))
  const live = useLive(locationId)
  const [issued, setIssued] = useState<IssuedController | null>(null)
  const resource = { kind: 'location' as const, locationId, companyId: location?.company.id ?? -1 }
  const mayEdit = decide(actorOf(user), 'location.edit', resource) === 'allowed'
  const companyId = location?.company.id
  const company = { kind: 'company' as const, companyId: companyId ?? -1, ownLocationIds: [] }
  const seesCompany = decide(actorOf(user), 'company.edit', company) === 'allowed'

  // Two connections to the grid, or one measured by two devices: only the person knows which.
  // If they measure the same, the finding says it and does something about it.
  const gridMeters = location?.devices.filter(({ category }) => category === 'GRID') ?? []
  const { data: sanity, isPending: isChecking } = useQuery({
    ...sanityQuery(locationId),
    enabled: gridMeters.length > 1,
  })
  const isFound = sanity?.findings.some(({ kind }) => kind === 'double_grid') === true

  if (!controllers && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  const add = (
    <Link
      to={paths.setupOemDevice}
      search={{ location: locationId }}
      className={buttonClass({ variant: 'primary' })}
    >
      <IconPlus size={16} aria-hidden />
      {t('controllers.add.heading')}
    </Link>
  )
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <div className={styles.head}>
        <h1>{t('controllers.page.heading')}</h1>
        {mayEdit && controllers && controllers.length > 0 && add}
      </div>
      {!controllers ? (
        <div className={styles.list} aria-busy>
          <Skeleton height={104} radius={16} />
          <Skeleton height={104} radius={16} />
        </div>
      ) : controllers.length === 0 ? (
        <EmptyState
          icon={<IconCpu size={22} />}
          title={t('controllers.page.empty_title')}
          text={t('controllers.page.empty_text')}
        >
          {mayEdit && add}
        </EmptyState>
      ) : (
        <>
          {gridMeters.length > 1 && !isChecking && !isFound && (
            <p className={styles.note}>
              <IconInfoCircle size={18} stroke={1.6} aria-hidden />
              <span>
                {t('controllers.page.grid_meters', { names: nameMeters(gridMeters, controllers).join(', ') })}
              </span>
            </p>
          )}
          <SanityPanel locationId={locationId} mayEdit={mayEdit} />
          <ul className={styles.list}>
            {controllers.map((controller) => (
              <ControllerCard
                key={controller.id}
                controller={controller}
                locationId={locationId}
                isOnline={live.controllers[controller.id] ?? controller.online}
                timeZone={location?.timezone.name}
                mayEdit={mayEdit}
                onIssued={setIssued}
              />
            ))}
          </ul>
        </>
      )}
      {companyId !== undefined && seesCompany && (
        <p className={styles.more}>
          <Link to={paths.integratedDevices(companyId)}>
            {t('controllers.page.all_devices', { company: location!.company.name })}
          </Link>
        </p>
      )}
      {issued && (
        <Modal
          title={t('controllers.credentials.heading')}
          closeLabel={t('common.action.close')}
          size="wide"
          closesOnMask={false}
          onClose={() => setIssued(null)}
        >
          <ConnectStep issued={issued} onClose={() => setIssued(null)} />
        </Modal>
      )}
    </>
  )
}
