import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Answer } from '../../lib/call.ts'
import { type LocationAddress, locationPaths, paths } from '../../shared/paths.ts'
import type { RouteIds } from '../../shared/route-ids.ts'

export interface Crumb {
  key: string
  title: string
  type: 'company' | 'location-group' | 'location' | 'device-group' | 'device'
  category?: DeviceCategory
  /** null is plain text: no page, or none for this person. */
  href: string | null
}

type LocationView = Answer<'GET /locations/:locationId'>['location']
type GroupView = Answer<'GET /location-groups/:locationGroupId'>['locationGroup']

interface Company {
  id: number
  name: string
  rootGroup: { id: number }
}

/** The path to a location, a device group or a device. The company's root group is the company itself. */
export function buildLocationTrail(
  location: LocationView,
  ids: RouteIds,
  isAggregator: boolean,
  noGroup: string,
): Crumb[] {
  const address: LocationAddress = { ...ids, locationId: location.id }
  const trail: Crumb[] = [
    ...buildGroupCrumbs(location.company, location.groups, isAggregator),
    { key: 'location', title: location.name, type: 'location', href: locationPaths.overview(address) },
  ]
  if (ids.deviceGroupId !== null) {
    const group = location.device_groups.find(({ id }) => id === ids.deviceGroupId)
    const isNoGroup = ids.deviceGroupId === 0
    if (group || isNoGroup) {
      trail.push({
        key: 'device-group',
        title: group?.name ?? noGroup,
        type: 'device-group',
        href: isNoGroup ? null : locationPaths.deviceGroup(address, ids.deviceGroupId),
      })
    }
  }
  const device = location.devices.find(({ id }) => id === ids.deviceId)
  if (device) {
    const href = locationPaths.device(address, ids.deviceGroupId ?? 0, device.id)
    trail.push({ key: 'device', title: device.name, type: 'device', category: device.category, href })
  }
  return trail
}

export function buildGroupTrail(group: GroupView, isAggregator: boolean): Crumb[] {
  return buildGroupCrumbs(group.company, group.path, isAggregator)
}

function buildGroupCrumbs(
  company: Company,
  groups: readonly { id: number; name: string }[],
  isAggregator: boolean,
): Crumb[] {
  return [
    {
      key: `company-${company.id}`,
      title: company.name,
      type: 'company',
      href: isAggregator ? paths.globalCompany(company.id) : null,
    },
    ...groups
      .filter(({ id }) => id !== company.rootGroup.id)
      .map(
        ({ id, name }): Crumb => ({
          key: `group-${id}`,
          title: name,
          type: 'location-group',
          href: paths.group(company.id, id),
        }),
      ),
  ]
}

const shownOnDesktop = 3
const shownOnMobile = 1

/** Too long a trail keeps its end; the start is folded into a menu. */
export function collapseTrail(
  trail: readonly Crumb[],
  isMobile: boolean,
): { hidden: Crumb[]; shown: Crumb[] } {
  const limit = isMobile ? shownOnMobile : shownOnDesktop
  const cut = Math.max(0, trail.length - limit)
  return { hidden: trail.slice(0, cut), shown: trail.slice(cut) }
}
