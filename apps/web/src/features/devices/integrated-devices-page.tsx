import type { CompanyDeviceView } from '@ohmstead/contract/devices'
import { IconCpu } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCompanyLead } from '../../shared/companies/use-company-lead.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { paths } from '../../shared/paths.ts'
import styles from '../../shared/people/people.module.css'
import { useRouteIds } from '../../shared/route-ids.ts'
import { SearchList } from '../../shared/search-list/search-list.tsx'
import { useNow } from '../../shared/use-now.ts'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { companyDevicesQuery } from './company-devices-query.ts'

/** The devices at all locations of a company. */
export function IntegratedDevicesPage() {
  const companyId = useRouteIds().companyId ?? 0
  // Another company starts with an empty search.
  return (
    <div className={styles.page}>
      <CompanyDevices key={companyId} companyId={companyId} />
    </div>
  )
}

function CompanyDevices({ companyId }: { companyId: number }) {
  const t = useT()
  const search = usePagedSearch('')
  const query = useQuery(companyDevicesQuery(companyId, { search: search.search, page: search.page }))
  return (
    <SearchList
      title={t('titles.integrated_devices')}
      lead={useCompanyLead(companyId, t('devices.company.lead'))}
      count={(total) => t('controllers.page.devices', { count: total })}
      search={search}
      searchLabel={t('devices.company.search')}
      filter={null}
      query={query}
      rows={({ devices }) =>
        devices.map((device) => <DeviceRow key={device.id} device={device} companyId={companyId} />)
      }
      empty={
        search.search === ''
          ? {
              icon: <IconCpu size={22} />,
              title: t('devices.company.none'),
              text: t('device_groups.list.no_devices'),
            }
          : { title: t('devices.company.none'), text: t('controllers.company.list.none_text') }
      }
    />
  )
}

function DeviceRow({ device, companyId }: { device: CompanyDeviceView; companyId: number }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const { id, name, category, model, controller_id, controller_alias, controller_unit_id } = device
  const { location, newest_at, controller_online } = device
  const place = paths.globalLocation(companyId, location.location_group_id, location.id)
  const age = newest_at === null ? t('common.state.never') : format.ago(Math.max(1000, now - newest_at))
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h2>
          <NodeIcon type="device" category={category} size={16} />{' '}
          <Link to={`${place}/oem-devices/${controller_id}/devices/${id}`}>{name}</Link>{' '}
          <span className={styles.state} data-state={controller_online ? 'online' : 'offline'}>
            {t(controller_online ? 'controllers.page.online' : 'controllers.page.offline')}
          </span>
        </h2>
        <p>
          <Link to={place}>{location.name}</Link>
          {' · '}
          <Link to={paths.globalCompanyController(companyId, controller_id)}>
            {controller_alias ?? controller_unit_id}
          </Link>
          {model && ` · ${model}`}
        </p>
        <p>{age}</p>
      </div>
    </li>
  )
}
