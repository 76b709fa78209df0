import { type SearchKind, searchFilters } from '../../packages/domain/src/admin-search/search-filters.ts'

/** Of each filter what is typed: words that nothing, few, some and most have; one letter and two as well as words. */
const terms: Record<SearchKind, Record<string, readonly string[]>> = {
  users: {
    email: ['person7777', 'qxqx', '@', '77'],
    firstName: ['ana', 'qx', 'n', 'an'],
    lastName: ['novak', 'zupan qx', 'o', 'no'],
  },
  locations: {
    locationName: ['novak', '7777', 'qx', 'e', 'dom novak', '77'],
    companyName: ['company 3', 'company', 'nobody'],
    email: ['person7777', '@', '77'],
    firstName: ['ana', 'qx', 'a'],
    lastName: ['novak', 'qx', 'no'],
  },
  controllers: {
    unitId: ['ab12', 'ab', 'a', '4f-'],
    locationName: ['novak', 'novak 77', 'o', 'qx'],
    companyName: ['company 3', 'company', 'nobody'],
    softwareVersion: ['1.4.7', '1.', '9.9'],
    osVersion: ['debian', 'debian 12.3', 'buildroot'],
    hwVersion: ['r2', 'r', 'r9'],
    ethernetIp: ['10.1.2', '10', '10.0.7.7'],
    wirelessIp: ['10', '192.168'],
    mobileIp: ['10', '100.64'],
    openVpnIp: ['10.8', '10'],
  },
  devices: {
    deviceName: ['stevec', '77', 'qx', 'baterija', 'e'],
    deviceType: ['sun2000', 'kamstrup', 'byd hvs', '1'],
    categoryName: ['grid', 'battery', 'solar', 'heating', 'nothing'],
    controllerAlias: ['controller', '777', 'qx'],
    controllerUnitId: ['ab12', 'ab', 'a'],
  },
}

/** Everything, each filter alone, and each filter together with each other one. */
export function listQuestions(kind: SearchKind): string[] {
  const names: readonly string[] = searchFilters[kind]
  const write = (filters: Record<string, string>) => new URLSearchParams(filters).toString()
  const alone = names.flatMap((name) => terms[kind][name]!.map((term) => write({ [name]: term })))
  const pairs = names.flatMap((name, place) =>
    names
      .slice(place + 1)
      .map((other) => write({ [name]: terms[kind][name]![0]!, [other]: terms[kind][other]!.at(-1)! })),
  )
  return ['', 'sort=newest', ...alone, ...pairs]
}

/** What is paged through: all of them, in both orders, and what most have. */
export const pagedQuestions: Record<SearchKind, readonly string[]> = {
  users: ['sort=name', 'sort=newest', 'email=@'],
  locations: ['sort=name', 'sort=newest', 'locationName=o'],
  controllers: ['sort=name', 'sort=newest', 'ethernetIp=10'],
  devices: ['sort=name', 'sort=newest', 'deviceName=e', 'categoryName=solar'],
}
