/** What administration searches for, and by which of its texts, as the specification names them. */
export const searchFilters = {
  users: ['email', 'firstName', 'lastName'],
  locations: ['locationName', 'companyName', 'email', 'firstName', 'lastName'],
  controllers: [
    'unitId',
    'locationName',
    'companyName',
    'softwareVersion',
    'osVersion',
    'hwVersion',
    'ethernetIp',
    'wirelessIp',
    'mobileIp',
    'openVpnIp',
  ],
  devices: ['deviceName', 'deviceType', 'categoryName', 'controllerAlias', 'controllerUnitId'],
} as const

export type SearchKind = keyof typeof searchFilters
export type SearchFilter<Kind extends SearchKind = SearchKind> = (typeof searchFilters)[Kind][number]
export const searchKinds = Object.keys(searchFilters) as SearchKind[]

/** By what the results are called, or the newest first. */
export const searchSorts = ['name', 'newest'] as const
export type SearchSort = (typeof searchSorts)[number]

/** More results than this are not counted. */
export const mostCounted = 10_000
