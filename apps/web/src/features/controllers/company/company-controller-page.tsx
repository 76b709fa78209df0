import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { companyImplausibleValuesQuery } from '../../../shared/controllers/controllers-query.ts'
import { unknownText } from '../../../shared/i18n/format.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../../shared/node-icon.tsx'
import { paths } from '../../../shared/paths.ts'
import styles from '../../../shared/people/people.module.css'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { useControllerId, useRouteIds } from '../../../shared/route-ids.ts'
import { NotFoundState } from '../../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import backStyles from '../../../ui/back-link.module.css'
import { Button } from '../../../ui/button.tsx'
import rowStyles from '../../../ui/card-rows.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../../ui/settings-card.tsx'
import { ControllerNotes } from '../controller-notes.tsx'
import { RefusalTable } from '../refusal-table.tsx'
import ownStyles from './company-controller-page.module.css'
import { companyControllerQuery } from './company-controllers-query.ts'
import { ControllerOwnerModal } from './controller-owner-modal.tsx'

/** A controller as seen by people who run its company: kind, location, owner, and devices. */
export function CompanyControllerPage() {
  const t = useT()
  const format = useFormat()
  const companyId = useRouteIds().companyId ?? 0
  const controllerId = useControllerId() ?? 0
  const { data, error, refetch } = useQuery(companyControllerQuery(companyId, controllerId))
  const [isChanging, setChanging] = useState(false)
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundState />
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={360} radius={16} />
  const { alias, kind, unit_id, online, last_seen_at, linked_at, location, owner, info, clock } = data
  const { devices, refusals } = data
  const kindName = t(`controllers.kind.${kind}`)
  const reported = (...names: string[]) =>
    names
      .map((name) => info[name])
      .filter((value) => typeof value === 'string' && value !== '')
      .join(', ') || unknownText
  const clockFact: [string, ReactNode] = [t('controllers.clock.label'), t('controllers.clock.right')]
  const facts: [string, ReactNode][] = [
    [
      t('controllers.company.list.connection'),
      t(online ? 'controllers.page.online' : 'controllers.page.offline'),
    ],
    [
      t('controllers.page.last_seen'),
      last_seen_at === null ? t('common.state.never') : format.dateTime(last_seen_at),
    ],
    [t('controllers.page.linked'), linked_at === null ? unknownText : format.day(linked_at)],
    [
      t('navigation.type.location'),
      <Link key="location" to={paths.globalLocation(companyId, location.location_group_id, location.id)}>
        {location.name}
      </Link>,
    ],
    ...(clock && !clock.is_wrong ? [clockFact] : []),
    [t('controllers.page.software'), reported('softwareVersion')],
    [t('controllers.company.detail.system'), reported('osVersion')],
    [t('controllers.company.detail.hardware'), reported('hwVersion')],
    [t('controllers.company.detail.address'), reported('ethernetIp', 'wirelessIp', 'mobileIp', 'openVpnIp')],
  ]
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Link className={backStyles.link} to={paths.globalCompanyControllers(companyId)}>
        <IconArrowLeft size={16} aria-hidden />
        {t('titles.controllers')}
      </Link>
      <PageHead title={alias || kindName} text={alias ? `${unit_id} · ${kindName}` : unit_id} />
      <ControllerNotes {...data} />
      <SettingsCard>
        <SettingsRow title={t('locations.settings.owner')} text={owner ? owner.email : undefined}>
          <div className={ownStyles.owner}>
            <span>{owner ? formatPersonName(owner) : t('locations.settings.no_owner')}</span>
            <Button size="small" onClick={() => setChanging(true)}>
              {t('controllers.company.owner.change')}
            </Button>
          </div>
        </SettingsRow>
        {facts.map(([title, value]) => (
          <SettingsRow key={title} title={title} isFact>
            <span>{value}</span>
          </SettingsRow>
        ))}
      </SettingsCard>
      <section className={styles.section}>
        <h2>{t('titles.devices')}</h2>
        {devices.length === 0 && <p className={styles.soft}>{t('controllers.company.detail.no_devices')}</p>}
        {devices.length > 0 && (
          <ul className={styles.list}>
            {devices.map((device) => (
              <li key={device.id} className={rowStyles.row}>
                <NodeIcon type="device" category={device.category} />
                <span className={rowStyles.name}>{device.name}</span>
                {device.model && <span className={styles.soft}>{device.model}</span>}
              </li>
            ))}
          </ul>
        )}
      </section>
      {refusals.length > 0 && (
        <RefusalTable
          refusals={refusals}
          implausible={companyImplausibleValuesQuery({ companyId, controllerId })}
          timeZone={undefined}
        />
      )}
      {isChanging && (
        <ControllerOwnerModal controller={data} companyId={companyId} onClose={() => setChanging(false)} />
      )}
    </>
  )
}
