import type { SearchFilter, SearchKind } from '@ohmstead/domain/admin-search/search-filters'
import type { MessageKey } from '../../shared/i18n/use-t.ts'

export const kindLabels: Record<SearchKind, MessageKey> = {
  users: 'titles.users',
  locations: 'titles.locations',
  controllers: 'titles.controllers',
  devices: 'titles.devices',
}

export const filterLabels: Record<SearchFilter, MessageKey> = {
  email: 'auth.login.email',
  firstName: 'auth.register.first_name',
  lastName: 'auth.register.last_name',
  locationName: 'setup.step.location',
  companyName: 'locations.settings.company',
  unitId: 'controllers.credentials.serial',
  softwareVersion: 'controllers.page.software',
  osVersion: 'controllers.company.detail.system',
  hwVersion: 'controllers.company.detail.hardware',
  ethernetIp: 'controllers.detail.ip.ethernet',
  wirelessIp: 'controllers.detail.ip.wireless',
  mobileIp: 'controllers.detail.ip.mobile',
  openVpnIp: 'controllers.detail.ip.vpn',
  deviceName: 'titles.device',
  deviceType: 'admin_search.field.type',
  categoryName: 'controllers.detail.kind',
  controllerAlias: 'titles.controller',
  controllerUnitId: 'controllers.credentials.serial',
}

/** Of a location's search the e-mail and the names are its owner's. */
export const isOfOwner = (kind: SearchKind, name: SearchFilter) =>
  kind === 'locations' && (name === 'email' || name === 'firstName' || name === 'lastName')
