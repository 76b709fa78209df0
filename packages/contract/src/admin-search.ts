import {
  type SearchFilter,
  type SearchKind,
  searchFilters,
  searchSorts,
} from '@ohmstead/domain/admin-search/search-filters'
import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { z } from 'zod'
import { controllerLocation } from './controllers.ts'
import { endpoint } from './endpoint.ts'
import { locationOwner } from './locations.ts'
import { mediaTypes } from './media-types.ts'
import { roleName } from './users.ts'

const term = z.string().trim().max(100).default('')
const terms = <Kind extends SearchKind>(kind: Kind) =>
  z.object(
    Object.fromEntries(searchFilters[kind].map((name) => [name, term])) as Record<
      SearchFilter<Kind>,
      typeof term
    >,
  )

const sort = z
  .enum(searchSorts)
  .default('name')
  .describe('By name, of controllers by serial; or the newest first.')
/** At most one of both: a place in the list that an earlier page named. */
const cursor = z.string().max(2000)
const paging = {
  sort,
  after: cursor.optional().describe('The cursor `next` of a page: what follows it.'),
  before: cursor.optional().describe('The cursor `previous` of a page: what came before it.'),
}

const named = z.object({ id: z.number(), name: z.string() })

const foundUser = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: roleName,
  company: named.nullable(),
  email_verified_at: z.number().nullable(),
  disabled_at: z.number().nullable(),
})
foundUser.register(z.globalRegistry, { id: 'FoundUser' })
export type FoundUser = z.output<typeof foundUser>

const foundLocation = z.object({
  id: z.number(),
  locationName: z.string(),
  company: named,
  location_group: named,
  owner: locationOwner.nullable(),
  controllers: z.number(),
  connected: z.number(),
})
foundLocation.register(z.globalRegistry, { id: 'FoundLocation' })
export type FoundLocation = z.output<typeof foundLocation>

const told = z.string().nullable()
const foundController = z.object({
  id: z.number(),
  unitId: z.string(),
  alias: z.string().nullable(),
  kind: z.enum(controllerKinds),
  online: z.boolean(),
  last_seen_at: z.number().nullable(),
  hwVersion: told,
  osVersion: told,
  softwareVersion: told,
  ethernetIp: told,
  wirelessIp: told,
  mobileIp: told,
  openVpnIp: told,
  locationName: z.string().nullable(),
  companyName: z.string().nullable(),
  location: controllerLocation.nullable(),
  company: named.nullable(),
})
foundController.register(z.globalRegistry, { id: 'FoundController' })
export type FoundController = z.output<typeof foundController>

const foundDevice = z.object({
  id: z.number(),
  deviceName: z.string(),
  deviceType: z.string().nullable(),
  categoryName: z.enum(deviceCategories),
  controllerAlias: z.string().nullable(),
  controllerUnitId: z.string(),
  controller_id: z.number(),
  device_group_id: z.number().nullable(),
  location: controllerLocation,
  company: named,
})
foundDevice.register(z.globalRegistry, { id: 'FoundDevice' })
export type FoundDevice = z.output<typeof foundDevice>

/** What every list of results says beside its rows. */
const listed = {
  total: z.number(),
  total_is_exact: z.boolean(),
  /** The cursors of the pages beside this one. */
  next: z.string().nullable(),
  previous: z.string().nullable(),
  page_size: z.number(),
}

const asked = { method: 'GET', permission: 'role.aggregator' } as const
const file = { ...asked, media: [mediaTypes.csv], cost: 10 } as const

export const adminSearchEndpoints = {
  users: endpoint({
    ...asked,
    path: '/search/users',
    summary: 'People by name and e-mail; of an aggregator those of its companies. 50 a page.',
    query: terms('users').extend(paging),
    answer: z.object({ users: z.array(foundUser), ...listed }),
  }),
  locations: endpoint({
    ...asked,
    path: '/search/locations',
    summary:
      'Locations by their name, company and owner; of an aggregator those of its companies. 50 a page.',
    query: terms('locations').extend(paging),
    answer: z.object({ locations: z.array(foundLocation), ...listed }),
  }),
  controllers: endpoint({
    ...asked,
    path: '/search/controllers',
    summary:
      'Controllers by serial, place, versions and addresses; of an aggregator those of its companies. 50 a page.',
    query: terms('controllers').extend(paging),
    answer: z.object({ controllers: z.array(foundController), ...listed }),
  }),
  devices: endpoint({
    ...asked,
    path: '/search/devices',
    summary: 'Devices by name, type and controller; of an aggregator those of its companies. 50 a page.',
    query: terms('devices').extend(paging),
    answer: z.object({ devices: z.array(foundDevice), ...listed }),
  }),
  usersFile: endpoint({
    ...file,
    path: '/search/users/csv',
    summary: 'All people that a search finds, as CSV.',
    query: terms('users').extend({ sort }),
  }),
  locationsFile: endpoint({
    ...file,
    path: '/search/locations/csv',
    summary: 'All locations that a search finds, as CSV.',
    query: terms('locations').extend({ sort }),
  }),
  controllersFile: endpoint({
    ...file,
    path: '/search/controllers/csv',
    summary: 'All controllers that a search finds, as CSV.',
    query: terms('controllers').extend({ sort }),
  }),
  devicesFile: endpoint({
    ...file,
    path: '/search/devices/csv',
    summary: 'All devices that a search finds, as CSV.',
    query: terms('devices').extend({ sort }),
  }),
}
