import type { FoundController, FoundDevice, FoundLocation, FoundUser } from '@ohmstead/contract/admin-search'
import type { ReactNode } from 'react'
import { unknownText } from '../../shared/i18n/format.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { locationPaths, paths } from '../../shared/paths.ts'
import { useNow } from '../../shared/use-now.ts'
import styles from './admin-search.module.css'
import { Named } from './named.tsx'

export interface Column<Row> {
  key: string
  label: string
  of: (row: Row) => ReactNode
}

interface FoundColumns {
  users: Column<FoundUser>[]
  locations: Column<FoundLocation>[]
  controllers: Column<FoundController>[]
  devices: Column<FoundDevice>[]
}

/** What is shown of each kind, its name first. */
export function useFoundColumns(): FoundColumns {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const company = { key: 'company', label: t('locations.settings.company') }
  const location = { key: 'location', label: t('setup.step.location') }
  const nameOf = (person: { firstName: string; lastName: string; email: string }) =>
    [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
  const addressOf = ({ ethernetIp, wirelessIp, mobileIp, openVpnIp }: FoundController) =>
    [ethernetIp, wirelessIp, mobileIp, openVpnIp].filter(Boolean).join(', ')
  return {
    users: [
      {
        key: 'name',
        label: t('titles.users'),
        of: (user) => (
          <Named to={paths.globalUsers} search={{ search: user.email }} note={user.email}>
            {nameOf(user)}
          </Named>
        ),
      },
      { key: 'role', label: t('account.info.role'), of: ({ role }) => t(`account.role.${role}`) },
      { ...company, of: (user) => user.company?.name ?? unknownText },
      {
        key: 'state',
        label: t('location_groups.locations.column.state'),
        of: ({ disabled_at, email_verified_at }) =>
          disabled_at !== null ? (
            <span className={styles.warning}>{t('people.state.disabled')}</span>
          ) : email_verified_at === null ? (
            <span className={styles.warning}>{t('people.state.unverified')}</span>
          ) : (
            t('admin_search.field.verified')
          ),
      },
    ],
    locations: [
      {
        ...location,
        of: ({ id, locationName, company: { id: companyId }, location_group: group }) => (
          <Named to={paths.globalLocation(companyId, group.id, id)} note={group.name}>
            {locationName}
          </Named>
        ),
      },
      { ...company, of: (row) => row.company.name },
      {
        key: 'owner',
        label: t('locations.settings.owner'),
        of: ({ owner }) =>
          owner ? (
            <Named to={paths.globalUsers} search={{ search: owner.email }} note={owner.email}>
              {nameOf(owner)}
            </Named>
          ) : (
            unknownText
          ),
      },
      {
        key: 'controllers',
        label: t('titles.controllers'),
        of: ({ id, controllers, connected, company: { id: companyId }, location_group: group }) =>
          controllers === 0 ? (
            unknownText
          ) : (
            <Named to={`${paths.globalLocation(companyId, group.id, id)}/oem-devices`}>
              {t('admin_search.field.connected', { connected, count: controllers })}
            </Named>
          ),
      },
      {
        key: 'open',
        label: t('titles.location'),
        of: ({ id, company: { id: companyId }, location_group: group }) => (
          <Named to={locationPaths.overview({ companyId, locationGroupId: group.id, locationId: id })}>
            {t('admin_search.list.open')}
          </Named>
        ),
      },
    ],
    controllers: [
      {
        key: 'unit',
        label: t('titles.controller'),
        of: (unit) => (
          <Named
            to={
              unit.company === null
                ? paths.globalSettings
                : unit.location === null
                  ? paths.globalControllerStock(unit.company.id)
                  : paths.globalCompanyController(unit.company.id, unit.id)
            }
            note={unit.alias ? unit.unitId : t(`controllers.kind.${unit.kind}`)}
          >
            {unit.alias ?? unit.unitId}
          </Named>
        ),
      },
      {
        ...location,
        of: ({ location: place, company: owner }) =>
          place && owner ? (
            <Named to={paths.globalLocation(owner.id, place.location_group_id, place.id)} note={owner.name}>
              {place.name}
            </Named>
          ) : (
            (owner?.name ?? unknownText)
          ),
      },
      {
        key: 'state',
        label: t('location_groups.locations.column.state'),
        of: ({ online, last_seen_at }) => (
          <>
            <span className={online ? undefined : styles.warning}>
              {t(online ? 'controllers.page.online' : 'controllers.page.offline')}
            </span>
            {!online && last_seen_at !== null && <small>{format.ago(now - last_seen_at)}</small>}
          </>
        ),
      },
      {
        key: 'software',
        label: t('controllers.page.software'),
        of: ({ softwareVersion, osVersion }) => (
          <>
            {softwareVersion ?? unknownText}
            {osVersion && <small>{osVersion}</small>}
          </>
        ),
      },
      {
        key: 'hardware',
        label: t('controllers.company.detail.hardware'),
        of: ({ hwVersion }) => hwVersion ?? unknownText,
      },
      {
        key: 'addresses',
        label: t('admin_search.field.addresses'),
        of: (unit) => addressOf(unit) || unknownText,
      },
    ],
    devices: [
      {
        key: 'name',
        label: t('titles.device'),
        of: (device) => (
          <Named
            to={deviceAddress(device)}
            icon={<NodeIcon type="device" category={device.categoryName} />}
            note={t(`device.category.${device.categoryName}`)}
          >
            {device.deviceName}
          </Named>
        ),
      },
      {
        key: 'type',
        label: t('admin_search.field.type'),
        of: ({ deviceType }) => deviceType ?? unknownText,
      },
      {
        ...location,
        of: ({ location: { id, name, location_group_id: groupId }, company: owner }) => (
          <Named to={paths.globalLocation(owner.id, groupId, id)} note={owner.name}>
            {name}
          </Named>
        ),
      },
      {
        key: 'controller',
        label: t('titles.controller'),
        of: ({ controllerAlias, controllerUnitId, controller_id, company: owner }) => (
          <Named
            to={paths.globalCompanyController(owner.id, controller_id)}
            note={controllerAlias ? controllerUnitId : null}
          >
            {controllerAlias ?? controllerUnitId}
          </Named>
        ),
      },
    ],
  }
}

/** A device without a group has no charts of its own; its page at the controller says what it is. */
function deviceAddress({ id, device_group_id, controller_id, location, company }: FoundDevice): string {
  const address = {
    companyId: company.id,
    locationGroupId: location.location_group_id,
    locationId: location.id,
  }
  return device_group_id === null
    ? `${locationPaths.controller(address, controller_id)}/devices/${id}`
    : locationPaths.device(address, device_group_id, id)
}
