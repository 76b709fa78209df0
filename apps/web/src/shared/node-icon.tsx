import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import {
  IconAirConditioning,
  IconBattery3,
  IconBuilding,
  IconChargingPile,
  IconFolder,
  IconHome,
  IconPlug,
  IconSolarPanel2,
  IconStack2,
  IconTransform,
} from '@tabler/icons-react'
import { PylonIcon } from '../ui/pylon-icon.tsx'

type NodeType = 'company' | 'location-group' | 'location' | 'device-group' | 'device'

const typeIcons = {
  company: IconBuilding,
  'location-group': IconFolder,
  location: IconHome,
  'device-group': IconStack2,
  device: IconPlug,
} as const

const categoryIcons = {
  OTHER: IconPlug,
  EV_CHARGER: IconChargingPile,
  SOLAR_POWER_PLANT: IconSolarPanel2,
  BATTERY: IconBattery3,
  HYBRID_INVERTER: IconTransform,
  HVAC: IconAirConditioning,
  GRID: PylonIcon,
} as const satisfies Record<DeviceCategory, unknown>

/** The icon of a node in the tree, the breadcrumbs and the search; a device's shows its category. */
export function NodeIcon({
  type,
  category,
  size = 18,
}: {
  type: NodeType
  category?: DeviceCategory
  size?: number
}) {
  const Icon = category ? categoryIcons[category] : typeIcons[type]
  return <Icon size={size} stroke={1.6} aria-hidden />
}
