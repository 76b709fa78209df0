import type { DeviceCategory } from '../fleet/device-category.ts'
import { locationAddress, type Place } from './location-address.ts'
import type { MenuNode } from './menu-node.ts'

export interface LocationMenuSource {
  groups: readonly { id: number; name: string }[]
  devices: readonly {
    id: number
    key: string
    name: string
    category: DeviceCategory
    deviceGroupId: number | null
    controllerId: number
  }[]
}

/**
 * What lies below a location: device groups in their own order with their devices by name, then the devices without
 * a group (0 stands for the group in their address). `level` is the location's, `prefix` the current route set.
 */
export function buildLocationMenu(
  source: LocationMenuSource,
  place: Place,
  { level, prefix, locale }: { level: number; prefix: string; locale: string },
): MenuNode[] {
  const collator = new Intl.Collator(locale, { numeric: true })
  const sorted = source.devices.toSorted((one, other) => collator.compare(one.name, other.name))
  const byGroup = Map.groupBy(sorted, (device) => device.deviceGroupId)

  const deviceNodes = (groupId: number | null, depth: number): MenuNode[] =>
    (byGroup.get(groupId) ?? []).map((device) => ({
      id: device.id,
      title: device.name,
      type: 'device',
      ...locationAddress(place, prefix, `/device-groups/${groupId ?? 0}/devices/${device.id}`),
      level: depth,
      children: [],
      data: { ...place, deviceGroupId: groupId, deviceKey: device.key, controllerId: device.controllerId },
      category: { value: device.category },
    }))

  const groupNodes = source.groups.map(
    (group): MenuNode => ({
      id: group.id,
      title: group.name,
      type: 'device-group',
      ...locationAddress(place, prefix, `/device-groups/${group.id}`),
      level: level + 1,
      children: deviceNodes(group.id, level + 2),
      data: { ...place, deviceGroupId: group.id },
    }),
  )
  return [...groupNodes, ...deviceNodes(null, level + 1)]
}
