import type { DeviceCategory } from '../fleet/device-category.ts'

/**
 * A node of the sidebar's tree. A company and its root group are one node of type `company`. `aliases` are the addresses
 * of the same page in the other route sets; `level` is the depth, 0 at the top.
 */
export interface MenuNode {
  id: number
  title: string
  type: 'company' | 'location-group' | 'location' | 'device-group' | 'device'
  href: string
  level: number
  children: MenuNode[]
  aliases: string[]
  data: {
    companyId?: number
    locationGroupId?: number
    locationId?: number
    deviceGroupId?: number | null
    deviceKey?: string
    controllerId?: number
    hasChildren?: boolean
  }
  category?: { value: DeviceCategory }
}
